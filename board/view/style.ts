import { barRules } from './bars.ts';
import { chartWidth, spark } from './lines.ts';

/**
 * The style of a board. The four levels are dark red, amber, dark blue and light blue, which stay apart for colour-blind
 * people, and in grey. Every place that has a colour also has a figure, a name or a position. Paper gets the summary with
 * what to do first on one page, and of all that is folded what the reader has opened.
 */
export const style = `
:root{color-scheme:light dark;--canvas:#f3f5f8;--paper:#fff;--ink:#18222e;--quiet:#52606f;--line:#dce2e9;--soft:#eef2f6;--accent:#17568f;
--h:#6e0f0a;--m:#995e00;--l:#1d548a;--t:#4591cb;
--sh:#fbe9e5;--sm:#fdf4df;--sl:#dde9f4;--st:#eaf4fb;
--ph:#6e0f0a;--pm:#f0b548;--pl:#3874ad;--pt:#d9ecfa;--phi:#fff;--pmi:#402a00;--pli:#fff;--pti:#0b3355}
@media (prefers-color-scheme:dark){:root{--canvas:#0f141a;--paper:#171e26;--ink:#e8eef5;--quiet:#a2b0bf;--line:#2e3945;--soft:#212a34;--accent:#8cc4f2;
--h:#f4705f;--m:#e9ac3c;--l:#3f83c4;--t:#b4dcf8;
--sh:#33201f;--sm:#302918;--sl:#17304a;--st:#1b2a38;
--ph:#99231b;--pm:#e3a93a;--pl:#3a79b8;--pt:#cfe9fb;--phi:#fff;--pmi:#2e1e00;--pli:#fff;--pti:#062338}}
body{margin:0;background:var(--canvas)}
.board{box-sizing:border-box;max-width:1240px;margin:0 auto;padding:18px 20px 40px;color:var(--ink);font:14px/1.45 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-variant-numeric:tabular-nums;
*,*::before{box-sizing:border-box}
[hidden]{display:none!important}
h1,h2,h3,p,ul,ol,figure,dl,dd{margin:0;padding:0}
h1{font-size:24px;line-height:1.2;letter-spacing:-.01em}
a{color:inherit}h2{font-size:16px;line-height:1.3}
h3{font-size:13px;margin:14px 0 4px}
.quiet{color:var(--quiet)}
.off{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
bdi{unicode-bidi:isolate;overflow-wrap:anywhere}
header{display:flex;flex-wrap:wrap;align-items:baseline;gap:2px 14px;margin:0 2px 12px}
header p{color:var(--quiet)}header .age{margin-left:auto}
.card{background:var(--paper);border:1px solid var(--line);border-radius:10px;padding:14px 18px;min-width:0}
.top{display:grid;grid-template-columns:minmax(0,4fr) minmax(0,8fr);gap:12px;margin-bottom:12px}
.score{display:flex;align-items:center;gap:12px;line-height:1}
.score b{font-size:50px;letter-spacing:-.03em}.score .pill{font-size:15px;padding:4px 11px}
.now>p{margin-top:5px}.changes{font-size:15px}.now .risk{margin-top:10px;padding-top:9px;border-top:1px solid var(--line);font-size:15px}.risk b{font-size:20px;color:var(--h)}
.levels{margin:8px 0 6px}
.levels th,.levels td{padding:2.5px 0 2.5px 8px;white-space:nowrap}
.levels thead th{white-space:normal}
.levels i{display:inline-block;width:10px;height:10px;border-radius:3px;margin-right:7px}
i.h{background:var(--h)}i.m{background:var(--m)}i.l{background:var(--l)}i.t{background:var(--t)}
.levels td:nth-child(odd){color:var(--quiet);width:3.2em}
.stacks{display:grid;grid-template-columns:auto 1fr;gap:4px 10px;align-items:center;font-size:12px;color:var(--quiet)}
.stack{display:block;width:100%;height:10px;border-radius:5px;background:var(--soft)}
.where{padding:10px 14px 4px;display:flex;flex-direction:column}
figcaption{font-size:12.5px}figcaption b{font-size:16px;margin-right:6px}
.picture{width:100%;height:auto;display:block;margin:auto 0}
svg text{fill:var(--quiet);font-size:11px;font-family:inherit}
.h{fill:var(--h);stroke:var(--h)}.m{fill:var(--m);stroke:var(--m)}.l{fill:var(--l);stroke:var(--l)}.t{fill:var(--t);stroke:var(--t)}
rect.h,rect.m,rect.l,rect.t{stroke:none}
.sh{fill:var(--sh)}.sm{fill:var(--sm)}.sl{fill:var(--sl)}.st{fill:var(--st)}
.points{fill:none;stroke-width:6.5;stroke-linecap:round}
.points.many{stroke-width:3;stroke-opacity:.6}
.ring{fill:var(--paper);stroke-width:3}.tail{stroke:var(--ink);stroke-width:1.4;opacity:.65;fill:none}
.grid{stroke:var(--line);stroke-width:1;fill:none}
.picture .name{fill:var(--ink);font-size:11.5px;font-weight:600;paint-order:stroke;stroke:var(--paper);stroke-width:3px;stroke-linejoin:round}
.picture .name tspan{fill:var(--h)}
.where{position:relative}#tip{position:absolute;top:8px;right:14px;margin:0;padding:3px 9px;border-radius:6px;background:var(--ink);color:var(--paper);font-weight:600;max-width:70%}.picture.on{cursor:pointer}.picture a:focus-visible{outline:2px solid var(--accent)}
.leader{stroke:var(--quiet);fill:none}
.picture .level{stroke:none;font-weight:600;fill:var(--ink)}
.pill{display:inline-block;min-width:48px;text-align:center;padding:1px 8px;border-radius:999px;font-weight:600;white-space:nowrap}
.pill.h{background:var(--ph);color:var(--phi)}.pill.m{background:var(--pm);color:var(--pmi)}.pill.l{background:var(--pl);color:var(--pli)}.pill.t{background:var(--pt);color:var(--pti)}.pill.none{background:var(--soft);color:var(--ink);border:1px solid var(--line)}
.week{margin-bottom:12px}.week ul{list-style:none}.week li{margin-top:3px}.levels small{display:block;color:var(--quiet);font-weight:400}
.list{padding:0 0 6px}
.list .title{padding:12px 18px 8px}.title h2{display:inline;margin-right:10px}.title p{display:inline;font-size:13px}
#find{display:flex;flex-wrap:wrap;align-items:center;gap:8px 14px;margin-top:9px;font-size:13px}
#choices>summary{color:var(--accent);font-weight:600}#choices>div{display:flex;flex-wrap:wrap;gap:8px 14px}#choices[open]>div{margin-top:6px}
#find label{min-width:0;max-width:100%;display:inline-flex;align-items:center;gap:6px;color:var(--quiet)}
#find select,#find input[type=search]{font:inherit;color:var(--ink);background:var(--paper);border:1px solid var(--line);border-radius:6px;padding:4px 7px;max-width:9rem;min-width:0}
#find input[type=search]{width:11rem;max-width:11rem}#find ::placeholder{color:var(--quiet);opacity:1}
#said{font-weight:600}
.list ol{list-style:none}
.head,.row,.list li>details>summary{display:grid;grid-template-columns:minmax(0,2.2fr) 58px 88px 172px minmax(0,3.7fr) minmax(0,2.1fr);gap:0 14px;align-items:center;padding:5px 18px}
.head{padding-block:3px;font-size:12px;color:var(--quiet);border-bottom:1px solid var(--line)}
.list li{border-bottom:1px solid var(--line)}.list li:last-child{border-bottom:0}
.list li>details>summary{cursor:pointer;list-style:none;position:relative}
.list li>details>summary::-webkit-details-marker{display:none}
.list li>details>summary::before{content:'';position:absolute;left:4px;top:50%;width:6px;height:6px;border:solid var(--quiet);border-width:0 1.6px 1.6px 0;transform:translateY(-60%) rotate(-45deg)}
.list li>details[open]>summary::before{transform:translateY(-70%) rotate(45deg)}
.list li>details>summary:hover{background:var(--soft)}
.list li>details[open]>summary{background:var(--soft)}
summary:focus-visible,select:focus-visible,input:focus-visible{outline:2px solid var(--accent);outline-offset:-2px}
.w{min-width:0}.w bdi{display:block;font-weight:600}.w small{font-size:12px;color:var(--quiet)}.w>:first-child~bdi{font-weight:400;font-size:13px;color:var(--quiet)}
.n{text-align:right}.n::before,.s::before,.c::before{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap;content:'Revenue '}.s::before{content:'Score '}.c::before{content:'30 days '}
.s{text-align:left}.few{display:block;font-size:11.5px;line-height:1.2;margin-top:3px;color:var(--ink);border-left:2px dashed var(--quiet);padding-left:5px}
.c{display:grid;grid-template-columns:108px 1fr;gap:6px;align-items:center}.c i{grid-column:2;text-align:right;white-space:nowrap;font-style:normal}.c .d{color:var(--h);font-weight:600}
.why{font-size:13px;min-width:0}.why>span{display:flex;justify-content:space-between;gap:8px}.why b{white-space:nowrap;font-weight:600}
.because{display:block;font-size:12px;color:var(--quiet)}.evidence b{white-space:nowrap}.list li:target{outline:2px solid var(--accent);outline-offset:-2px}
.f{grid-column:span 2;font-size:13px;color:var(--quiet)}
.spark{display:block;width:108px;height:37px;border-radius:4px}.spark path,.year path{fill:none;stroke:var(--ink);stroke-width:2.4;stroke-linejoin:round}.spark circle{fill:var(--ink);stroke:var(--paper);stroke-width:1.5}
#found{max-width:none}#found .row{display:block}
#rest>summary{padding:10px 18px;cursor:pointer;font-weight:600;color:var(--accent)}#rest>ol{border-top:1px solid var(--line)}
.more{padding:6px 18px 18px;background:var(--soft);border-bottom:1px solid var(--line)}
.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(26rem,100%),1fr));gap:0 28px}.two>*{min-width:0}
&>.more{border:1px solid var(--line);border-radius:10px;background:var(--paper)}.more ul+.quiet{margin-top:8px}.card>h2+dl{margin-top:6px}.years>.year{max-width:44rem}.card.after{margin-top:12px}.years figcaption b{font-size:14px}.more ol{list-style:decimal;padding-left:1.3em}.more ul,.card>ul{padding-left:1.2em}.more li{border:0}
.year{width:100%;height:auto;display:block;border-radius:4px}.year,.year text{font-size:7px}.year path{stroke-width:1.3}.year .grid{stroke:var(--line);stroke-width:1}.years>div{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(22rem,100%),1fr));gap:14px 28px}
table{width:100%;border-collapse:collapse}
caption{text-align:left;font-weight:600;font-size:13px;padding:8px 0 4px}
tbody th{overflow-wrap:anywhere}th,td{padding:4px 0 4px 10px;text-align:right;font-weight:400;vertical-align:middle}
th:first-child,td:first-child{text-align:left;padding-left:0}
thead th{color:var(--quiet);font-size:12px;border-bottom:1px solid var(--line);vertical-align:bottom}
tbody tr+tr>*{border-top:1px solid var(--line)}
.leavers :is(th,td):nth-child(3){text-align:left}.levels tbody tr>*,.topics tbody tr>*,.moves tbody tr>*{border-top:0}
.topics th,.topics td{padding-block:2px}.topics td:nth-child(2){width:38%;background:linear-gradient(var(--quiet),var(--quiet)) center/1px 11px no-repeat,linear-gradient(90deg,#0000 var(--f,50%),var(--b) 0 var(--u,50%),#0000 0) center/100% 11px no-repeat}${barRules}.topics thead th:nth-child(2){text-align:center}
.mid{display:block;width:100%;height:11px;background:linear-gradient(var(--quiet),var(--quiet)) center/1px 100% no-repeat}.mid rect{height:100%}.spark rect{width:${spark.width}px}.spark circle{cx:${(spark.days - 1) * spark.step}px;r:3px}.year rect{width:${chartWidth}px}.mid .fell{fill:var(--h)}.mid .rose{fill:var(--t)}
.moves{align-self:start}.moves td:nth-child(2){width:36%}.moves td:nth-child(3){width:4em}.moves td:last-child{width:5em}
.cards{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:12px;margin-top:12px;align-items:start}
.cards .wide{grid-column:1/-1}.card>h2+.quiet{font-size:13px;margin-bottom:4px}
.bins{width:100%;height:auto;display:block;margin-top:6px}.base{stroke:var(--quiet);fill:none}
.bars{white-space:nowrap}.bars span{display:inline-block;min-width:3.2em}.share{display:inline-block;width:56px;height:9px;margin-right:8px;border-radius:3px;background:var(--soft)}
.reads td,.reads th{text-align:center}.reads th:first-child{text-align:left}
.heat1{background:var(--soft)}.heat2{background:var(--st)}.heat3{background:var(--sl)}.heat4{background:var(--pt);color:var(--pti)}
.streams{list-style:none;display:grid;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr));gap:8px 36px;margin-top:8px}.card>.streams{padding:0}.streams li{display:grid;grid-template-columns:auto 1fr auto;gap:14px;align-items:center}.streams .spark{background:var(--sh)}.streams b{display:block}
dl{display:grid;grid-template-columns:auto 1fr;gap:5px 16px}dt{color:var(--quiet)}
details>summary{cursor:pointer}.card>details>summary{padding-top:6px;color:var(--accent)}
.since{margin-bottom:12px}
&.excerpt{padding-bottom:0}
.get{float:right;margin-left:8px;font-size:13px;padding:4px 10px;border:1px solid var(--quiet);border-radius:7px;color:var(--accent);text-decoration:none}.get:hover{text-decoration:underline}
footer{margin:16px 2px 0;font-size:12.5px;color:var(--quiet)}
@media screen and (max-width:1000px){.top{grid-template-columns:1fr}.head{display:none}
.row,.list li>details>summary{grid-template-columns:minmax(0,1fr) auto auto;gap:4px 14px;padding:10px 18px}.c{grid-column:1/-1;grid-template-columns:108px auto;justify-content:start}.why,.step,.f{grid-column:1/-1}.list li>details>summary::before{top:20px}}
@media screen and (min-width:761px){#choices>summary{display:none}}
@media screen and (max-width:760px){.get{float:none;display:inline-block;margin:2px 8px 6px 0}&{padding:12px 10px 30px;display:flex;flex-direction:column}.top{display:contents}.where,.since{order:2;margin-top:12px}.list,.now,.week{order:1}.list{margin-top:12px}.cards{order:3;grid-template-columns:minmax(0,1fr)}footer,.after{order:4}.card{padding:12px 14px}.list{padding:0 0 6px}.list .title,.row,.list li>details>summary,.more{padding-inline:16px}
header .age{margin-left:0}.stacks{display:none}.picture .name,.picture .level tspan{display:none}.picture{overflow:visible;width:calc(100% - 40px);margin-left:30px}.picture text,.picture .level{font-size:25px}.picture .ring{r:9px}.points{stroke-width:11}.year,.year text{font-size:12px}.year path{stroke-width:2}.bins text{font-size:18px}.bins.many .count{display:none}.moves td:nth-child(2){width:22%}
#find{gap:6px}#find label{flex:1 1 100%}#find label>span:first-child{width:5.5rem}#find select,#find input[type=search]{max-width:none;flex:1;width:auto}#find .check>span{width:auto}#choices{flex:1 1 100%}
.groups th:nth-child(2),.groups td:nth-child(2),.share,.left :is(th,td):nth-child(n+3):nth-child(-n+6),.leavers :is(th,td):nth-child(n+4){display:none}.year{overflow:visible}}
@media screen and (max-width:350px){table{table-layout:auto;font-size:12.5px}.pill{min-width:0}.levels th,.levels td{padding-left:4px}.levels td:nth-child(odd){width:auto}.moves td:nth-child(2){display:none}.picture text,.picture .level{font-size:31px}.bins text{font-size:24px}.year,.year text{font-size:14px}}
}
@page{size:landscape;margin:10mm 10mm 14mm;@bottom-right{content:counter(page) ' of ' counter(pages);font:10px system-ui,sans-serif;color:#444}}
@media print{:root{--canvas:#fff;--paper:#fff;--ink:#000;--quiet:#444;--line:#ccc;--soft:#f6f6f6;--accent:#17568f;--h:#6e0f0a;--m:#995e00;--l:#1d548a;--t:#4591cb;--sh:#fbe9e5;--sm:#fdf4df;--sl:#dde9f4;--st:#eaf4fb;--ph:#6e0f0a;--pm:#f0b548;--pl:#3874ad;--pt:#d9ecfa;--phi:#fff;--pmi:#402a00;--pli:#fff;--pti:#0b3355}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
.board{max-width:none;padding:0;zoom:.75;
#find,#tip,.stacks,.get,.whole,.feeds,.moves .because,.list li>details>summary::before{display:none!important}
.top{grid-template-columns:minmax(0,3fr) minmax(0,5fr)}.picture{max-height:260px}.score b{font-size:40px}
.cards{break-before:page}.card{padding-block:8px}.row,.list li>details>summary{padding-block:2px;font-size:13px}.list .why>span{display:inline-block;margin-right:8px}.list .spark{height:28px}
.moves td:nth-child(2){width:20%}.cards td,.cards th{padding-block:2px}
.list li>details>summary,.row,tr,svg,.cards>.card,.more ul{break-inside:avoid}h2,h3,caption,thead,summary,.list .title,.list .head{break-after:avoid}.more{break-before:avoid}}}
`;
