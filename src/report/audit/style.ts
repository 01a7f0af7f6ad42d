/** The look of the audit report, on screen in light and dark and on paper. */

export const AUDIT_STYLE = `
:root { color-scheme: light dark; --ground: #fbfaf7; --ink: #1d2126; --muted: #5a616a; --line: #e2dfd7; --band: #e4e0d5;
  --bar: #5f6b7a; --warm: #b4410e;
  --c1: #117a6b; --c2: #7340cf; --c3: #4a5500; --c4: #8c1c60; --c5: #0f5a82; --c6: #78550f; --c7: #3f7a2a; --c8: #9a4a9e; }
@media (prefers-color-scheme: dark) { :root { --ground: #14171b; --ink: #e6e4df; --muted: #a1a8b1; --line: #2b3037;
  --band: #303741; --bar: #8d99a8; --warm: #ff9a62;
  --c1: #4cc9b0; --c2: #c4b0ff; --c3: #d8df74; --c4: #e86fa6; --c5: #3f9ade; --c6: #f0bc3c; --c7: #86cf6d; --c8: #d79bdc; } }
@media print { :root { --ground: #fff; --ink: #000; --muted: #444; --line: #bbb; --band: #ddd; --bar: #555;
  --warm: #963307; color-scheme: light;
  --c1: #117a6b; --c2: #7340cf; --c3: #4a5500; --c4: #8c1c60; --c5: #0f5a82; --c6: #78550f; --c7: #3f7a2a; --c8: #9a4a9e; } }
* { box-sizing: border-box; }
body { max-width: 1080px; margin: 0 auto; padding: 32px 24px 56px; background: var(--ground); color: var(--ink);
  font: 15px/1.55 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 24px; line-height: 1.25; margin: 0 0 6px; }
h2 { font-size: 17px; margin: 36px 0 8px; }
h3 { font-size: 15px; margin: 0; }
p { margin: 0 0 10px; max-width: 80ch; }
.muted { color: var(--muted); }
.warm { color: var(--warm); font-weight: 600; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 13px; font-variant-numeric: tabular-nums; }
th, td { padding: 5px 12px 5px 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { font-weight: 500; color: var(--muted); }
tbody th { color: var(--ink); }
.number { text-align: right; white-space: nowrap; }
thead .number { white-space: normal; }
.source { padding: 14px 0; border-top: 1px solid var(--line); break-inside: avoid; }
.plots { display: flex; flex-wrap: wrap; gap: 12px 28px; align-items: end; margin-top: 8px; }
figure { margin: 0; }
figcaption { font-size: 12px; color: var(--muted); }
svg { display: block; max-width: 100%; height: auto; }
svg rect { fill: var(--bar); }
svg .band { fill: var(--band); }
svg .axis { stroke: var(--muted); fill: none; }
svg text { font: 12px system-ui, sans-serif; fill: var(--ink); }
svg .outside text { fill: var(--warm); font-weight: 600; }
svg .outside .tick { fill: var(--warm); }
svg .inside .tick { fill: var(--ink); }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 2px 18px; font-size: 13px; margin: 0; }
dt { color: var(--muted); }
dd { margin: 0; }
.text { white-space: pre-wrap; unicode-bidi: isolate; }
tr { break-inside: avoid; }
.id { min-width: 10ch; max-width: 16ch; overflow-wrap: anywhere; }
tbody th:not(.number) { min-width: 14ch; overflow-wrap: anywhere; }
.memo { display: flex; flex-direction: column; max-width: 794px; margin: 0 auto 40px; padding: 36px 56px 26px;
  border: 1px solid var(--line); overflow-wrap: anywhere; }
.memo p { font-size: 13px; line-height: 1.4; margin: 0 0 3px; max-width: none; }
.memo h1 { margin: 12px 0 6px; text-wrap: balance; }
.memo h2 { font-size: 15px; margin: 14px 0 6px; padding-bottom: 3px; border-bottom: 1px solid var(--line); }
.memo .letterhead { display: flex; justify-content: space-between; padding-bottom: 8px; border-bottom: 1px solid var(--ink); }
.memo .letterhead b { font-size: 15px; }
.memo .letterhead span, .memo small { font-size: 12px; color: var(--muted); }
.memo .figures { table-layout: fixed; margin-top: 8px; }
.memo .figures th:first-child { width: 15%; }
.memo .figures th:nth-child(2) { width: 28%; }
.memo .figures th:nth-child(5) { width: 18%; }
.memo .figures td { white-space: nowrap; }
.memo .figures .why td { white-space: normal; }
.memo .figures td, .memo .figures th { padding: 4px 10px 3px 0; }
.memo .figures thead th { vertical-align: bottom; border-bottom-color: var(--muted); }
.memo .figures thead b { color: var(--ink); }
.memo .figures small { display: block; font-weight: 400; }
.memo .figures td { line-height: 1.3; }
.memo .why td { color: var(--muted); font-size: 12px; }
.memo .why b { color: var(--warm); }
.memo .name { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.memo .figures .name { color: var(--own); font-weight: 600; }
.memo .columns { display: grid; grid-template-columns: 1fr 1fr; gap: 0 40px; }
.memo .big { font-size: 17px; }
.files { table-layout: fixed; }
.memo .files { font-size: 12px; }
.memo .files th, .memo .files td { padding: 1px 8px 1px 0; border: 0; line-height: 1.35; }
.memo .files td:last-child { padding-right: 0; }
.memo .files th:first-child { width: 22%; }
.memo .files th:nth-child(2), .memo .files th:nth-child(3) { width: 8%; }
.hash { font: 10.5px/1.4 ui-monospace, monospace; color: var(--muted); overflow-wrap: anywhere; }
.memo .sign { display: grid; grid-template-columns: 1.3fr 0.7fr auto; gap: 28px; margin-top: auto; padding-top: 18px; font-size: 12px; color: var(--muted); }
.memo .sign span { border-top: 1px solid var(--muted); padding-top: 4px; }
.memo .sign .plain { border: 0; }
.c1 { --own: var(--c1); } .c2 { --own: var(--c2); } .c3 { --own: var(--c3); } .c4 { --own: var(--c4); }
.c5 { --own: var(--c5); } .c6 { --own: var(--c6); } .c7 { --own: var(--c7); } .c8 { --own: var(--c8); }
svg .own { stroke: var(--own); stroke-width: 2; fill: none; }
svg circle.own { fill: var(--own); }
svg circle.hollow { fill: var(--ground); }
svg .grid { stroke: var(--line); fill: none; }
svg text.tick { fill: var(--muted); font-size: 11px; }
@page { size: A4; margin: 14mm 15mm; }
@media print {
  body { max-width: none; padding: 0; font-size: 13px; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .memo { min-height: 268mm; max-width: none; margin: 0; padding: 0; border: 0; break-after: page; }
  .scroll { overflow: visible; }
  table { font-size: 11px; }
  .memo .figures { font-size: 12px; }
  .memo p { font-size: 11.5px; line-height: 1.3; margin-bottom: 2px; }
  .memo h1 { font-size: 20px; margin: 8px 0 4px; }
  .memo h2 { font-size: 13px; margin: 9px 0 3px; }
  .memo .letterhead span, .memo small, .memo .why td { font-size: 11px; }
  .memo .files { font-size: 11px; }
  .memo .columns { gap: 0 28px; }
  .memo .sign { padding-top: 6px; }
  .memo .figures td, .memo .figures th { padding: 2px 8px 2px 0; }
  h2, h3, tr:has(+ tr dl) { break-after: avoid; }
  section:not(.sheet):has(> .scroll) { break-inside: avoid; }
  .sheet { break-before: page; }
}
@media screen and (max-width: 700px) {
  .memo { padding: 16px; }
  .memo .columns { display: block; }
  .memo .figures, .memo .figures tbody, .memo .figures tr, .memo .figures th, .memo .figures td { display: block; width: auto; }
  .memo .figures thead { display: none; }
}
`;
