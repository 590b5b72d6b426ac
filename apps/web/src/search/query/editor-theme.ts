import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** Custom properties pass the style sheet's colours into the shadow tree. */
export const editorTheme: Extension = [
  EditorView.theme({
    '&': { color: 'var(--ink)', backgroundColor: 'transparent', fontSize: '12.5px' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
    '.cm-content': { caretColor: 'var(--ink)', padding: '8px 4px' },
    '.cm-cursor': { borderLeftColor: 'var(--ink)' },
    '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--accent-ground)' },
    '.cm-matchingBracket': { backgroundColor: 'var(--accent-ground)' },
    '.cm-lintRange-error': {
      backgroundImage: 'none',
      backgroundColor: 'var(--severity-1-ground)',
      borderBottom: '2px solid var(--severity-1)',
    },
    '.cm-tooltip': {
      color: 'var(--ink)',
      backgroundColor: 'var(--raised)',
      border: '1px solid var(--line-strong)',
      borderRadius: '6px',
    },
    '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
      color: 'var(--accent)',
      backgroundColor: 'var(--accent-ground)',
    },
    '.cm-completionDetail': { color: 'var(--ink-faint)', fontStyle: 'normal' },
    '.cm-diagnostic-error': { borderLeftColor: 'var(--severity-1)' },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: tags.propertyName, color: 'var(--accent)' },
      { tag: tags.string, color: 'var(--detector-code)' },
      { tag: [tags.number, tags.bool, tags.null], color: 'var(--detector-malware)' },
    ]),
  ),
]
