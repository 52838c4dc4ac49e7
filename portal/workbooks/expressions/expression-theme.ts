import { EditorView } from '@codemirror/view';

export const expressionTheme = EditorView.theme({
  '&.cm-focused': { outline: 'none' },
  '.cm-content': {
    paddingBlock: '8px',
    fontFamily: 'var(--mantine-font-family-monospace)',
    fontSize: 'var(--mantine-font-size-sm)',
    caretColor: 'var(--mantine-color-text)',
  },
  '.cm-placeholder': { color: 'var(--mantine-color-placeholder)' },
  '&.cm-focused > .cm-scroller > .cm-cursorLayer .cm-cursor': {
    borderLeftColor: 'var(--mantine-color-text)',
  },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--ronda-calm-ground)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--ronda-good-ground)' },
  '.cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'var(--ronda-bad-ground)',
  },
  '.cm-tooltip': {
    zIndex: 400,
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--mantine-color-body)',
    border: '1px solid var(--ronda-line)',
    borderRadius: 'var(--mantine-radius-sm)',
    boxShadow: 'var(--mantine-shadow-md)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '16em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 8px', lineHeight: '1.4' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--ronda-calm)',
    background: 'var(--ronda-calm-ground)',
  },
  '.cm-completionDetail': { color: 'var(--mantine-color-dimmed)', fontStyle: 'normal' },
  '.cm-tooltip.cm-completionInfo': {
    maxWidth: '22rem',
    padding: '8px',
    fontSize: 'var(--mantine-font-size-sm)',
  },
  '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'inherit', fontSize: 'var(--mantine-font-size-sm)' },
});
