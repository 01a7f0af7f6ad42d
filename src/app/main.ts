/** Entry of the page. */

import { mount } from 'svelte';

import './app.css';
import App from './App.svelte';
import { arrive } from './offline/arrival';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no element with the id "app".');
const arrival = await arrive(() => (target.textContent = 'One moment: the page seals itself.'));
if (arrival.kind !== 'reloading') {
  target.textContent = '';
  mount(App, { target, props: { arrival } });
}
