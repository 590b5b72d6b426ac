import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { EditorState, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import type { SearchField } from '@watchpost/contract'
import { useEffect, useRef } from 'react'
import { text } from '../../texts/text.ts'
import { editorTheme } from './editor-theme.ts'
import { completeFrom } from './query-completion.ts'
import { type Mark, refusalMarks, showMarks } from './refusal-marks.ts'
import styles from '../search.module.css'
import { typedOver } from './typed-over.ts'

interface QueryEditorProps {
  value: string
  onChange: (value: string) => void
  /** Called with the current text, which may be newer than the last rendered value. */
  onRun: (value: string) => void
  fields: readonly SearchField[]
  marks: readonly Mark[]
}

/**
 * A JSON editor that completes field names. It lives in a shadow tree, because there its styles are adopted style
 * sheets. In the page they would be inline styles, which the Content-Security-Policy forbids.
 */
export function QueryEditor({ value, onChange, onRun, fields, marks }: QueryEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(undefined)
  const latest = useRef({ value, onChange, onRun, fields })
  latest.current = { value, onChange, onRun, fields }

  useEffect(() => {
    if (!place.current) return
    const root = place.current.shadowRoot ?? place.current.attachShadow({ mode: 'open' })
    const run = ({ state }: EditorView) => {
      latest.current.onRun(state.doc.toString())
      return true
    }
    const view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          Prec.highest(keymap.of([{ key: 'Mod-Enter', run }])),
          typedOver,
          history(),
          json(),
          refusalMarks,
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          autocompletion({ override: [(context) => completeFrom(latest.current.fields, context)] }),
          keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': text('search.body') }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) latest.current.onChange(state.doc.toString())
          }),
          editorTheme,
        ],
      }),
    })
    editor.current = view
    return () => view.destroy()
  }, [])

  useEffect(() => {
    const view = editor.current
    if (!view || view.state.doc.toString() === value) return
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } })
  }, [value])

  useEffect(() => {
    if (editor.current) showMarks(editor.current, marks)
  }, [marks])

  return <div ref={place} className={styles.code} />
}
