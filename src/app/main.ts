/** Entry of the page. */

import { mount } from 'svelte';

import '../ui/styles/index.css';
import App from './App.svelte';
import { TOO_OLD } from './floor';
import { arrive } from './offline/arrival';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no element with the id "app".');
if (TOO_OLD !== null) target.textContent = TOO_OLD;
else {
  const arrival = await arrive(() => (target.textContent = 'One moment: the page seals itself.'));
  if (arrival) {
    target.textContent = '';
    mount(App, { target, props: { arrival } });
  }
}
