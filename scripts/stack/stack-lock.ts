import { forgetProcess, recordedPid, recordProcess } from '@watchpost/runtime'
import { makeRoot, type StackFolder } from './stack-folder.ts'

/** Lets one command at a time change a stack. A lock whose holder has ended counts as free. */
export async function whileLocked<T>(folder: StackFolder, work: () => Promise<T>): Promise<T> {
  const holder = recordedPid(folder.lock)
  if (holder !== undefined) throw new Error(`another \`pnpm stack\` is at work on ${folder.root} (pid ${holder})`)
  makeRoot(folder.root)
  recordProcess(folder.lock, process.pid)
  try {
    return await work()
  } finally {
    forgetProcess(folder.lock)
  }
}
