export const style = `
:root{color-scheme:light dark;--paper:#fff;--ink:#1d2733;--quiet:#566373;--line:#d5dce4;--panel:#f4f7fa;--accent:#0b62b8;--high:#b3261e;--medium:#9a5b00;--low:#0b62b8;--track:#1b6e3c}
@media (prefers-color-scheme:dark){:root{--paper:#14191f;--ink:#e7edf4;--quiet:#a3b1c2;--line:#36424f;--panel:#1d242c;--accent:#7cb8f5;--high:#ff8f85;--medium:#f0b45a;--low:#7cb8f5;--track:#6fcf97}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:64rem;margin:0 auto;padding:1rem 1.25rem 3rem}
h1{font-size:1.6rem;margin:.5rem 0 0}h2{font-size:1.2rem;margin:2rem 0 .5rem}h3{font-size:1rem;margin:1rem 0 .25rem}
a{color:var(--accent)}
bdi,td,li,p{overflow-wrap:anywhere}
.quiet{color:var(--quiet)}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.75rem;margin:1rem 0;padding:0;list-style:none}
.figures li{padding:.75rem 1rem;border:1px solid var(--line);border-radius:6px;background:var(--panel)}
.figures b{display:block;font-size:1.5rem}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
table{margin-bottom:1rem}caption{text-align:left;font-weight:600;padding:.25rem 0}
th,td{padding:.35rem .6rem .35rem 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
th.n,td.n{text-align:right}td.n{white-space:nowrap}.columns>*{min-width:0}.figures b{white-space:nowrap}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(20rem,100%),1fr));gap:0 2rem}
svg.spark{width:120px;height:28px}svg.spark polyline,svg.year polyline{fill:none;stroke:var(--accent);stroke-width:1.6}
svg.year{width:100%;height:auto}svg.year line{stroke:var(--line)}svg.year text{fill:var(--quiet);font-size:10px}
.bar{width:100%;min-width:4rem;height:.7rem}.bar rect{fill:var(--accent)}
.bar.highRisk rect{fill:var(--high)}.bar.mediumRisk rect{fill:var(--medium)}.bar.lowRisk rect{fill:var(--low)}.bar.onTrack rect{fill:var(--track)}
table.dense th,table.dense td{padding-top:.15rem;padding-bottom:.15rem}
section.client{margin-top:1.5rem;padding-top:.5rem;border-top:2px solid var(--line)}
@media (max-width:40rem){.wide{display:none}svg.year text{font-size:20px}svg.year polyline{stroke-width:3}th,td{padding-right:.4rem}
.stacked thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.stacked tr{display:grid;grid-template-columns:1fr auto;border-bottom:1px solid var(--line)}.stacked td{border:0}.stacked td:nth-child(n+3){grid-column:1/-1;padding-top:0}}
@page{margin:14mm}
@media print{:root{--paper:#fff;--ink:#000;--quiet:#444;--line:#bbb;--panel:#fff;--accent:#0b62b8;--high:#b3261e;--medium:#9a5b00;--low:#0b62b8;--track:#1b6e3c}body{font-size:10pt}main{max-width:none;padding:0}tr,.columns table,section.client,svg{break-inside:avoid}h2,h3,caption,thead{break-after:avoid}svg.spark{width:80px}.figures{grid-template-columns:repeat(6,1fr)}.figures li{padding:.4rem .5rem}.figures b{font-size:1.15rem}}
`;
