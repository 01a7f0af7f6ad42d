/** Entry of `learn.html`: the lessons alone, in a document that other pages may frame. */

import { mount } from 'svelte';

import '../../ui/styles/alone.css';
import { TOO_OLD } from '../../app/floor';
import LearnAlone from './LearnAlone.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('learn.html has no element with the id "app".');
if (TOO_OLD !== null) target.textContent = TOO_OLD;
else mount(LearnAlone, { target });
