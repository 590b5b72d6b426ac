/** The options of a proof run. */
export interface RunOptions<Part extends string = string> {
  /** The folder of the stack that the proof starts. */
  dir: string
  isSmall: boolean
  seed: number
  /** The parts to run, in the order in which the proof lists them. */
  only: readonly Part[]
  /** Without it, the proof chooses a number by its size. */
  events?: number
  /** The proof's other options, as given on the command line. */
  options: Readonly<Partial<Record<ExtraOption, string>>>
}

export type ExtraOption = 'burners' | 'node-flags' | 'against'

/** One topic of `pnpm prove`. The command reads its arguments and writes its help from this. */
export interface Proof<Part extends string = string> {
  topic: string
  /** What the proof shows, in one sentence. */
  description: string
  /** What each part shows, in the order in which the parts run. Empty: the proof cannot be divided. */
  parts: Readonly<Record<Part, string>>
  /** Parts that the small version runs only when `--only` names them. */
  fullSizeOnly?: readonly Part[]
  /** How much is sent or measured, and roughly how long all parts take on two cores. */
  full: Size
  small: Size
  /** Options that the other topics do not have, with one line of help each. */
  options?: Readonly<Partial<Record<'events' | ExtraOption, string>>>
  run(options: RunOptions<Part>): Promise<void>
}

interface Size {
  amount: string
  duration: string
}
