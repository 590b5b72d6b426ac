import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/**
 * Handles typing over a selection itself. The browser would join the lines with inline styles, which the
 * Content-Security-Policy blocks and reports.
 */
export const typedOver: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to, empty } = view.state.selection.main
    const { data } = event
    if (event.inputType !== 'insertText' || empty || !data) return false
    event.preventDefault()
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
    const isHandled = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, insert))
    if (!isHandled) view.dispatch(insert())
    return true
  },
})
