import { jsonParseLinter } from '@codemirror/lang-json'
import { forceLinting, linter } from '@codemirror/lint'
import { type Extension, StateEffect, StateField } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

/** A place in what was typed, and what is wrong there. */
export interface Mark {
  from: number
  to: number
  message: string
}

const setMarks = StateEffect.define<readonly Mark[]>()

const marksField = StateField.define<readonly Mark[]>({
  create: () => [],
  update: (before, { effects }) => effects.find((each) => each.is(setMarks))?.value ?? before,
})

const faultsOfJson = jsonParseLinter()

/** Underlines what is not JSON together with what was refused: marks set from two sides would wipe each other out. */
export const refusalMarks: Extension = [
  marksField,
  linter(
    (view) => {
      const marks = view.state.field(marksField).filter(({ to }) => to <= view.state.doc.length)
      return [...faultsOfJson(view), ...marks.map((mark) => ({ ...mark, severity: 'error' as const }))]
    },
    { needsRefresh: ({ state, startState }) => state.field(marksField) !== startState.field(marksField) },
  ),
]

export function showMarks(view: EditorView, marks: readonly Mark[]): void {
  view.dispatch({ effects: setMarks.of(marks) })
  forceLinting(view)
}
