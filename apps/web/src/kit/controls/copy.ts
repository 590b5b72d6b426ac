import { text } from '../../texts/text.ts'
import { say } from '../feedback/toast.tsx'

/** Copies a text to the clipboard and reports whether it worked. */
export function copy(content: string): void {
  navigator.clipboard.writeText(content).then(
    () => say(text('alert.copied')),
    () => say(text('alert.notCopied')),
  )
}
