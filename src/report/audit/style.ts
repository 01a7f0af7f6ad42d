/** The look of the audit report, on screen in light and dark and on paper. */

export const AUDIT_STYLE = `
:root { color-scheme: light dark; --ground: #fbfaf7; --ink: #1d2126; --muted: #5a616a; --line: #e2dfd7; --band: #e4e0d5;
  --bar: #5f6b7a; --warm: #b4410e; }
@media (prefers-color-scheme: dark) { :root { --ground: #14171b; --ink: #e6e4df; --muted: #a1a8b1; --line: #2b3037;
  --band: #303741; --bar: #8d99a8; --warm: #ff9a62; } }
@media print { :root { --ground: #fff; --ink: #000; --muted: #444; --line: #bbb; --band: #ddd; --bar: #555;
  --warm: #963307; color-scheme: light; } }
* { box-sizing: border-box; }
body { max-width: 1080px; margin: 0 auto; padding: 32px 24px 56px; background: var(--ground); color: var(--ink);
  font: 15px/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
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
`;
