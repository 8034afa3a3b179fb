import { style as boardStyle } from '../../board/view/style.ts';

/** The page's own style, in the colours of the board. */
export const style = `${boardStyle}
.bar{background:var(--paper);border-bottom:1px solid var(--line);color:var(--ink);font:14px/1.45 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
.bar>div{box-sizing:border-box;max-width:1240px;margin:0 auto;padding:10px 20px;display:flex;flex-wrap:wrap;align-items:baseline;gap:4px 18px}
.bar nav{display:flex;flex-wrap:wrap;gap:2px 4px;flex:1}
.bar a{color:var(--accent);padding:5px 10px;border-radius:6px;text-decoration:none}
.bar a:hover{text-decoration:underline}.bar a[aria-current]{background:var(--soft);color:var(--ink);font-weight:600}
.bar form{display:inline}
.board>p{margin:6px 2px}.board>p a,.feeds a{color:var(--accent)}.feeds.card{margin-bottom:12px}.feeds.bad{border-left:4px solid var(--h)}
.change form{margin-top:8px}.follow{display:flex;flex-wrap:wrap;align-items:end;gap:8px 18px;margin:12px 0}.follow>p{flex:1 1 100%}:is(.follow,.change) form{display:flex;flex-wrap:wrap;gap:8px;align-items:end}:is(.follow,.change) label{display:grid;gap:2px;font-size:13px;color:var(--quiet)}
.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;background:var(--paper)}
.board.account{max-width:900px;
h1{margin:6px 2px 4px}h2{margin:26px 2px 8px}h2:first-child{margin-top:0}
>p{margin:6px 2px}p+p{margin-top:6px}
.card+.card{margin-top:10px}.cards>.card{margin-top:0}
a{color:var(--accent)}
.wide{overflow-x:auto;width:100%;margin:8px 0}table{border-collapse:collapse;width:100%;background:var(--paper)}th,td{text-align:left;vertical-align:top;padding:7px 10px;border-bottom:1px solid var(--line);overflow-wrap:anywhere}thead th{white-space:nowrap}td :is(select,input){width:100%;min-width:180px;box-sizing:border-box}
ul.plain{list-style:none}ul.card{padding-left:34px}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:3px 16px;margin:6px 0}dt{color:var(--quiet)}dd{overflow-wrap:anywhere}
code,pre{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,monospace}
pre{margin:6px 0;padding:10px 12px;border:1px solid var(--line);border-radius:8px;background:var(--soft);white-space:pre-wrap;overflow-wrap:anywhere}
.secret{user-select:all;font-size:16px;background:var(--st);overflow-wrap:anywhere}
.note{border-left:4px solid var(--accent);margin:10px 0}.bad{border-left:4px solid var(--h);margin:10px 0}
form.fields{display:flex;flex-wrap:wrap;gap:8px 12px;align-items:end;margin:8px 0}
label{display:grid;grid-template-columns:minmax(0,1fr);gap:2px;font-size:13px;color:var(--quiet)}
details{margin-top:8px}details>summary{color:var(--accent)}
}
:is(.account,.follow,.change) :is(input,select,button),.bar button{font:inherit;color:var(--ink);background:var(--paper);border:1px solid var(--quiet);border-radius:7px;padding:7px 10px;min-height:36px;max-width:100%}
:is(.account,.follow,.change) button,.bar button{background:var(--accent);border-color:var(--accent);color:var(--paper);font-weight:600;cursor:pointer}
.account button.end{background:var(--ph);border-color:var(--ph);color:var(--phi)}
.bar button{background:none;color:var(--accent);font-weight:400}
:is(.account,.follow,.change) :focus-visible,.bar :focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.account .drop{border:2px dashed var(--quiet);border-radius:10px;padding:18px;text-align:center}.account .drop.over{background:var(--soft);border-color:var(--accent)}
.account .state{font-weight:600}.account .state.bad{color:var(--h);border:0;margin:0}
@media print{.bar{display:none}}
@media (max-width:760px){.bar>div{padding:8px 10px;justify-content:space-between}.bar nav{order:3;flex:1 1 100%;margin:0 -6px}.board.account{display:block}.board.account form.fields>*{flex:1 1 100%}.board.account td :is(select,input){min-width:110px}}
`;
