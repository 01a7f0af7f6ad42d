/** The memo as one file of HTML: the view, serialised, with its stylesheet. It holds no script and asks for nothing. */

import { flushSync, mount, unmount } from 'svelte';

import { contentOf, type Memo } from '../../../report/memo';
import base from '../../../ui/styles/base.css?inline';
import tokens from '../../../ui/styles/tokens.css?inline';
import utilities from '../../../ui/styles/utilities.css?inline';
import MemoView from './Memo.svelte';
import style from './memo.css?inline';

/** The text of the file. */
export function memoFile(memo: Memo): string {
  const target = document.createElement('body');
  const view = mount(MemoView, { target, props: { content: contentOf(memo) } });
  flushSync();
  const body = target.outerHTML;
  void unmount(view);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Audit of hard negatives</title>
<style>${tokens}${base}${utilities}${style}</style>
</head>
${body}
</html>
`;
}
