/** The style of the HTML page in the data copy: readable, printable, light or dark as the reader prefers, without external files. */
export const pageStyle = `
:root { color-scheme: light dark; --ground: #fafaf7; --ink: #1b1b18; --muted: #56564e; --brand: #4338ca; --hairline: #d9d9d0; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0e0f13; --ink: #f2f2ee; --muted: #a9adb8; --brand: #a5b4fc; --hairline: #2a2d36; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 46rem; padding: 3rem 1.25rem 5rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.6 system-ui, sans-serif; }
h1, h2, h3 { font-family: Georgia, 'Times New Roman', serif; line-height: 1.15; }
h1 { font-size: clamp(1.9rem, 6vw, 2.6rem); margin: 0; }
h2 { font-size: 1.6rem; margin: 3.5rem 0 1rem; }
h3 { font-size: 1.1rem; margin: 2.25rem 0 .5rem; color: var(--brand); }
header p, .count { color: var(--muted); }
dl { margin: 0; }
dl div { display: grid; grid-template-columns: minmax(8rem, 14rem) minmax(0, 1fr); gap: .25rem 1.5rem; padding: .5rem 0;
  border-bottom: 1px solid var(--hairline); }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
ol { list-style: none; margin: 0; padding: 0; }
li { overflow-wrap: anywhere; }
ol li { display: grid; grid-template-columns: 5rem minmax(0, 1fr); gap: 1rem; padding: .6rem 0;
  border-bottom: 1px solid var(--hairline); }
ol li p { margin: 0; }
ol li dl { margin-top: .35rem; padding-left: .9rem; border-left: 3px solid var(--hairline); font-size: .95rem; }
ol li dl div { border: 0; padding: .15rem 0; }
time { color: var(--muted); font-variant-numeric: tabular-nums; }
@media (max-width: 36rem) {
  ol li, dl div { grid-template-columns: minmax(0, 1fr); gap: 0; }
}
@media print { body { max-width: none; padding: 0; } li { break-inside: avoid; } }
`;
