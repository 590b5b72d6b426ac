import { createRandom, type Random } from './random.ts'

/** A file as seen by file identification. The same file has the same digests everywhere. */
export interface TransferredFile {
  name: string
  magic: string
  mime: string
  description: string
  size: number
  md5: string
  sha1: string
  sha256: string
  /** The analysers' findings, by number of the analyser; empty for a harmless file. */
  threats: ReadonlyArray<{ analyser: number; name: string; isSuspicion: boolean }>
}

const KINDS = [
  {
    extension: 'exe',
    mime: 'application/x-dosexec',
    magic: 'PE32+ executable (GUI) x86-64, for MS Windows',
    description: 'Executable File',
  },
  {
    extension: 'pdf',
    mime: 'application/pdf',
    magic: 'PDF document, version 1.7',
    description: 'Adobe Portable Document Format',
  },
  {
    extension: 'zip',
    mime: 'application/zip',
    magic: 'Zip archive data, at least v2.0 to extract',
    description: 'ZIP Archive',
  },
  {
    extension: 'docx',
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    magic: 'Microsoft Word 2007+',
    description: 'Microsoft Word Document',
  },
  {
    extension: 'xlsm',
    mime: 'application/vnd.ms-excel.sheet.macroenabled.12',
    magic: 'Microsoft Excel 2007+',
    description: 'Microsoft Excel Macro-Enabled Sheet',
  },
  {
    extension: 'js',
    mime: 'application/javascript',
    magic: 'ASCII text, with very long lines',
    description: 'JavaScript',
  },
  {
    extension: 'dll',
    mime: 'application/x-dosexec',
    magic: 'PE32 executable (DLL) (GUI) Intel 80386, for MS Windows',
    description: 'Dynamic Link Library',
  },
  {
    extension: 'png',
    mime: 'image/png',
    magic: 'PNG image data, 800 x 600, 8-bit/color RGBA, non-interlaced',
    description: 'Portable Network Graphics',
  },
  {
    extension: 'html',
    mime: 'text/html',
    magic: 'HTML document, UTF-8 Unicode text',
    description: 'Hypertext Markup Language',
  },
] as const
const FAMILIES = [
  'Trojan',
  'Loader',
  'Stealer',
  'Ransom',
  'Backdoor',
  'Dropper',
  'Worm',
  'Miner',
  'Banker',
  'Rat',
] as const
const WORDS = [
  'setup',
  'invoice',
  'report',
  'update',
  'viewer',
  'statement',
  'archive',
  'order',
  'driver',
  'plugin',
] as const

const HARMLESS_FILES = 4_000
const THREATS = 240
export const ANALYSERS = 16
/** Random seed of the catalogue, which is the same for all seeds of a run. */
const CATALOGUE = 0xf11e

const known = new Map<number, TransferredFile>()

/** A harmless file: popular ones recur. */
export const harmlessFile = (random: Random): TransferredFile => fileAt(random.zipf(HARMLESS_FILES), false)

/** A file in which analysers find something. */
export const threatFile = (random: Random): TransferredFile => fileAt(random.zipf(THREATS), true)

function fileAt(rank: number, isThreat: boolean): TransferredFile {
  const key = isThreat ? rank : HARMLESS_FILES + rank
  const found = known.get(key)
  if (found) return found
  const file = makeFile(createRandom(CATALOGUE, key), isThreat)
  known.set(key, file)
  return file
}

function makeFile(random: Random, isThreat: boolean): TransferredFile {
  const kind = KINDS[isThreat ? random.int(7) : random.int(KINDS.length)] ?? KINDS[0]
  return {
    name: `${random.pick(WORDS)}-${random.int(9_000)}.${kind.extension}`,
    magic: kind.magic,
    mime: kind.mime,
    description: kind.description,
    size: Math.floor(900 * 2 ** random.between(0, 13) * (1 + random.unit())),
    md5: random.hex(32),
    sha1: random.hex(40),
    sha256: random.hex(64),
    threats: isThreat ? findings(random) : [],
  }
}

function findings(random: Random): TransferredFile['threats'] {
  const family = random.pick(FAMILIES)
  const variant = random.int(40)
  // One file in five is only suspicious.
  const isSuspicion = random.chance(0.2)
  const count = isSuspicion ? 1 + random.int(2) : 2 + random.int(5)
  const first = random.int(ANALYSERS)
  return Array.from({ length: count }, (_, index) => ({
    analyser: (first + index * 3) % ANALYSERS,
    name: isSuspicion ? `HEUR:Synthetic.${family}.Generic` : `Synthetic.${family}.${variant}`,
    isSuspicion,
  })).sort((left, right) => left.analyser - right.analyser)
}
