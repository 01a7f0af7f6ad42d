/** Entry of `learn.html`: the lessons alone, in a document that other pages may frame. */

import { mount } from 'svelte';

import '../../ui/styles/alone.css';
import { lacking, lackingInWords } from '../../app/floor';
import LearnAlone from './LearnAlone.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('learn.html has no element with the id "app".');
const missing = lacking(globalThis);
if (missing.length > 0) target.textContent = lackingInWords(missing);
else mount(LearnAlone, { target });
