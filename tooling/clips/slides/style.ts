/**
 * The style of slides: the product's fonts and colours on 1280 × 720. The lowest 110 pixels stay empty for captions. `--from` and
 * `--to` are the department's colours. There are no gradients, because browsers dither them, and noise encodes badly.
 */
export const style = `
@font-face { font-family: sans-face; src: url(/inter.woff2); font-weight: 100 900; }
@font-face { font-family: serif-face; src: url(/fraunces.woff2); font-weight: 100 900; }
@font-face { font-family: serif-face; src: url(/fraunces-italic.woff2); font-weight: 100 900; font-style: italic; }
* { box-sizing: border-box; margin: 0; }
body { width: 1280px; height: 720px; overflow: hidden; font-family: sans-face; color: #1b1b18; background: #fafaf7; }
.slide { position: relative; width: 1280px; height: 720px; overflow: hidden; }
.cover { color: #fff; background: var(--from); }
.cover::before { content: ""; position: absolute; left: 700px; top: -150px; width: 1020px; height: 1020px; border-radius: 50%; background: var(--to); }
.cover .motif { position: absolute; right: -30px; top: 0; width: 600px; height: 720px; opacity: .2; }
.cover .text { position: absolute; inset: 0 0 110px 88px; display: flex; flex-direction: column; justify-content: center; }
.cover .of { font-size: 25px; font-weight: 600; letter-spacing: .02em; }
.cover .of b { display: inline-block; margin-right: 18px; padding: 6px 16px; border-radius: 99px; background: rgb(255 255 255 / 18%); font-weight: 650; }
.cover h1 { max-width: 900px; margin-top: 30px; font: 600 88px/1.08 serif-face; letter-spacing: -.015em; text-wrap: balance; }
.cover .rule { width: 96px; height: 6px; margin-top: 44px; border-radius: 3px; background: #f1c768; }
.cover .gist { max-width: 960px; margin-top: 28px; font: 560 56px/1.2 serif-face; letter-spacing: -.01em; text-wrap: balance; }
.cover .next { margin-top: 40px; font-size: 25px; opacity: .9; }
.cover .mark { position: absolute; right: 56px; top: 48px; display: flex; align-items: center; gap: 14px; font: 600 27px serif-face; }
.cover .mark svg { width: 40px; height: 40px; }
.lesson .edge { position: absolute; inset: 0 auto 0 0; width: 14px; background: var(--from); }
.lesson header { position: absolute; left: 72px; top: 46px; right: 56px; display: flex; align-items: baseline; gap: 22px; }
.lesson header h1 { font: 600 42px/1.15 serif-face; letter-spacing: -.01em; }
.lesson header p { font-size: 20px; font-weight: 600; color: var(--from); white-space: nowrap; }
.lesson ol { position: absolute; left: 72px; top: 138px; width: 480px; height: 456px; padding: 0; list-style: none; display: flex; flex-direction: column; justify-content: center; gap: 34px; }
.lesson li { display: flex; align-items: center; gap: 22px; font-size: 30px; line-height: 1.25; font-weight: 600; color: #56564e; text-wrap: balance; }
.lesson li span { flex: none; display: grid; place-items: center; width: 52px; height: 52px; border-radius: 50%; border: 2.5px solid var(--from); font: 600 27px serif-face; color: var(--from); background: #fff; }
.lesson li.now { color: #1b1b18; }
.lesson li.now span { color: #fff; background: var(--from); }
.lesson li.later { visibility: hidden; }
.lesson figure { position: absolute; left: 590px; top: 128px; width: 634px; height: 476px; padding: 18px 17px; border-radius: 20px; border: 1.5px solid #d9d9d0; background: #fff; }
.lesson figure svg { width: 600px; height: 440px; }
svg [style*="italic"] { font-optical-sizing: none; font-variation-settings: "opsz" 18; }
svg { overflow: visible; stroke-linecap: round; stroke-linejoin: round; font-family: sans-face; font-weight: 500; }
.s-ink { stroke: #1b1b18; } .s-muted { stroke: #6d6d63; } .s-accent { stroke: var(--from); } .s-gold { stroke: #b07a00; }
.s-soft { stroke: color-mix(in srgb, var(--from) 12%, #fff); } .s-paper { stroke: #fff; } .s-hair { stroke: #d9d9d0; } .s-none { stroke: none; }
.f-ink { fill: #1b1b18; } .f-muted { fill: #56564e; } .f-accent { fill: var(--from); } .f-gold { fill: #8a5f00; }
.f-soft { fill: color-mix(in srgb, var(--from) 11%, #fff); } .f-paper { fill: #fff; } .f-hair { fill: #d9d9d0; } .f-none { fill: none; }
path.f-gold, rect.f-gold, circle.f-gold { fill: #a87300; }
`;
