import { Html } from './html.ts';

/**
 * The style for all sign-in pages: light and dark, for screens at least 320 pixels wide, with 44-pixel touch targets.
 */
const CSS = `
:root{color-scheme:light dark;--ink:#17212b;--soft:#52606d;--line:#7b8794;--ground:#f3f5f7;--card:#fff;--brand:#0b5cad;--on-brand:#fff;--bad:#b42318;--bad-ground:#fdecea;--good:#14663a;--good-ground:#e6f4ec}
@media (prefers-color-scheme:dark){:root{--ink:#eef2f6;--soft:#b3bec9;--line:#8592a0;--ground:#10161d;--card:#1a222c;--brand:#7ab8ff;--on-brand:#06213d;--bad:#ffb4ab;--bad-ground:#4a1713;--good:#9fe0b8;--good-ground:#123a25}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;align-items:center;gap:1rem;padding:max(1rem,8vh) 1rem 1rem;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{width:100%;max-width:26rem;padding:clamp(1.25rem,6vw,2rem);background:var(--card);border-radius:.75rem;box-shadow:0 1px 3px #0003}
h1{margin:0 0 1.25rem;font-size:1.5rem;line-height:1.25}
h2{margin:2rem 0 .75rem;font-size:1.125rem}
p{margin:0 0 1rem}
.hint{color:var(--soft);font-size:.875rem;margin:.25rem 0 0}
label{display:block;margin:1rem 0 .25rem;font-weight:600}
input{width:100%;min-height:2.75rem;padding:.5rem .75rem;font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:.5rem}
button,.button{display:flex;align-items:center;justify-content:center;width:100%;min-height:2.75rem;margin-top:1.25rem;padding:.5rem 1rem;font:inherit;font-weight:600;text-align:center;text-decoration:none;color:var(--on-brand);background:var(--brand);border:1px solid var(--brand);border-radius:.5rem;cursor:pointer}
.quiet{color:var(--brand);background:none}
.providers .button{margin-top:.75rem}
:focus-visible{outline:3px solid var(--brand);outline-offset:2px}
.or{display:flex;align-items:center;gap:.75rem;margin:1.5rem 0 .75rem;color:var(--soft)}
.or::before,.or::after{content:"";flex:1;border-top:1px solid var(--line)}
.bad,.good{padding:.75rem 1rem;border-radius:.5rem}
.bad{color:var(--bad);background:var(--bad-ground)}
.good{color:var(--good);background:var(--good-ground)}
.hint+.list{margin-top:1rem}
.list{list-style:none;margin:0;padding:0}
.list li{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1rem;padding:.75rem 0;border-top:1px solid var(--line)}
.list li>span{flex:1 1 12rem;min-width:0;overflow-wrap:anywhere}
.list button{width:auto;margin:0}
dt{color:var(--soft);font-size:.875rem}
dd{margin:0 0 .75rem;overflow-wrap:anywhere}
a{color:var(--brand)}
footer{display:flex;gap:1rem}
footer a{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 .5rem}
`;

export const STYLE = new Html(CSS);
