import { jsonParseLinter } from '@codemirror/lang-json'
import { forceLinting, linter } from '@codemirror/lint'
import { type Extension, StateEffect, StateField } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

/** A range in the typed text and its error. */
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

/** Marks JSON syntax errors and API errors together: separate sources would overwrite each other's marks. */
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
