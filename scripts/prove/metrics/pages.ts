import { childrenOf } from '../../stack/appliance-server.ts'
import type { Stack } from '../../stack/stack.ts'

/** One value on a metrics page: its name, its labels as written, and the value. */
export interface PageValue {
  name: string
  labels: string
  value: number
}

/** The metrics pages of all processes of a stack, by process name, from their own ports. */
export async function readPages({ state }: Stack): Promise<Map<string, PageValue[]>> {
  const children = await childrenOf(state.config.internalPort)
  const asked: [string, number][] = [
    ['appliance', state.config.internalPort],
    ...children.map(({ name, internalPort }): [string, number] => [name, internalPort]),
  ]
  const pages = await Promise.all(
    asked.map(async ([name, port]): Promise<[string, PageValue[]]> => [name, await readPage(port)]),
  )
  return new Map(pages)
}

/** The metrics page of the process at an internal port. */
export async function readPage(port: number): Promise<PageValue[]> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(5_000) })
  return valuesIn(await response.text())
}

/** Parsed independently of the exporter: a proof shares no code with what it proves. */
function valuesIn(text: string): PageValue[] {
  return text.split('\n').flatMap((line) => {
    if (line === '' || line.startsWith('#')) return []
    const space = line.lastIndexOf(' ')
    const brace = line.indexOf('{')
    const head = line.slice(0, space)
    const isLabelled = brace >= 0 && brace < space
    return [
      {
        name: isLabelled ? head.slice(0, brace) : head,
        labels: isLabelled ? head.slice(brace) : '',
        value: Number(line.slice(space + 1)),
      },
    ]
  })
}

/** The sum of a metric over all processes. */
export function sumOf(pages: ReadonlyMap<string, readonly PageValue[]>, name: string): number {
  return [...pages.values()]
    .flat()
    .filter((each) => each.name === name)
    .reduce((sum, { value }) => sum + value, 0)
}
