/** One value of a metrics page. */
export interface Series {
  name: string
  labels: Readonly<Record<string, string>>
  value: number
}

/** Only a line feed ends a line; other line separators may occur in a label. */
const LINE = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? (\S+)(?: -?\d+)?$/s
const LABEL = /([A-Za-z_]\w*)="((?:[^"\\]|\\.)*)"/gs

/** Parses Prometheus' text format. Skips unwanted names and invalid lines. */
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
