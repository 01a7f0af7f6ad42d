/** Entry of the Rank page. */

import { mount } from 'svelte';

import './app.css';
import RankPage from '../pages/rank/RankPage.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no element with the id "app".');
mount(RankPage, { target });
