import { text } from '../../texts/text.ts'
import { say } from '../feedback/toast.tsx'

/** Puts a text on the clipboard, and says whether that worked. */
export function copy(content: string): void {
  navigator.clipboard.writeText(content).then(
    () => say(text('alert.copied')),
    () => say(text('alert.notCopied')),
  )
}
