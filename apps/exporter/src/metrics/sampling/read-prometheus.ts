/** One value of a page of metrics. */
export interface Series {
  name: string
  labels: Readonly<Record<string, string>>
  value: number
}

/** A line ends at a line feed and nowhere else; what other ends of lines there are may stand in a label. */
const LINE = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? (\S+)(?: -?\d+)?$/s
const LABEL = /([A-Za-z_]\w*)="((?:[^"\\]|\\.)*)"/gs

/** Reads a page in Prometheus' text format; of names that no one wants, and of lines that are none, nothing. */
export function readPrometheus(text: string, isWanted: (name: string) => boolean): Series[] {
  const found: Series[] = []
  for (const line of text.split('\n')) {
    if (line.startsWith('#') || line === '') continue
    const end = line.search(/[ {]/)
    if (end < 0 || !isWanted(line.slice(0, end))) continue
    const [, name, labels = '', number = ''] = LINE.exec(line) ?? []
    const value = valueOf(number)
    if (name !== undefined && !Number.isNaN(value)) found.push({ name, labels: labelsOf(labels), value })
  }
  return found
}

function labelsOf(text: string): Record<string, string> {
  const labels: Record<string, string> = {}
  for (const [, name = '', value = ''] of text.matchAll(LABEL)) {
    labels[name] = value.replaceAll(/\\(.)/gs, (_, each: string) => (each === 'n' ? '\n' : each))
  }
  return labels
}

function valueOf(text: string): number {
  if (text === '+Inf') return Number.POSITIVE_INFINITY
  if (text === '-Inf') return Number.NEGATIVE_INFINITY
  return text === '' ? Number.NaN : Number(text)
}
