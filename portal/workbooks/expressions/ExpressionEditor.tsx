import {
  autocompletion,
  type Completion,
  type CompletionContext,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { type Diagnostic, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { Annotation, EditorState } from '@codemirror/state';
import {
  Decoration,
  drawSelection,
  EditorView,
  keymap,
  MatchDecorator,
  placeholder,
  tooltips,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { getNonce } from 'get-nonce';
import { useEffect, useRef, useState } from 'react';
import { currentLanguage } from '#kit/current-language.ts';
import classes from './ExpressionEditor.module.css';
import {
  type ExpressionScope,
  findEnclosingCall,
  findErrorEnd,
  findSuggestions,
  HIGHLIGHT_PATTERN,
} from './expression-suggestions.ts';
import { expressionTheme } from './expression-theme.ts';
import { translateHelp } from './translate-help.ts';

type ExpressionError = { message: string; position?: number | undefined };

type Props = {
  label: string;
  describedBy: string;
  value: string;
  example: string;
  scope: ExpressionScope;
  errors: readonly ExpressionError[];
  onChange: (value: string) => void;
  onBlur: () => void;
};

export const ExpressionEditor = (props: Props) => {
  const { label, describedBy, value, example, errors } = props;
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latestProps = useRef(props);
  latestProps.current = props;
  const [enclosingCall, setEnclosingCall] = useState<ReturnType<typeof findEnclosingCall>>();

  useEffect(() => {
    const editor = new EditorView({
      parent: container.current!,
      state: EditorState.create({
        doc: latestProps.current.value,
        extensions: [
          EditorView.cspNonce.of(getNonce() ?? ''),
          expressionTheme,
          EditorView.lineWrapping,
          drawSelection(),
          history(),
          bracketMatching(),
          highlighter,
          tooltips({ parent: document.body, position: 'fixed' }),
          autocompletion({
            override: [(context) => findCompletions(context, latestProps.current.scope)],
            icons: false,
          }),
          keymap.of([...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
          EditorView.contentAttributes.of({
            'aria-label': label,
            'aria-describedby': describedBy,
            spellcheck: 'false',
            autocapitalize: 'off',
            autocorrect: 'off',
          }),
          placeholder(example),
          EditorView.updateListener.of((update) => {
            if (
              update.docChanged &&
              !update.transactions.some((transaction) => transaction.annotation(externalChange))
            )
              latestProps.current.onChange(update.state.doc.toString());
            if (update.docChanged || update.selectionSet || update.focusChanged)
              setEnclosingCall(findCallAtCursor(update));
          }),
          EditorView.domEventHandlers({
            blur: () => latestProps.current.onBlur(),
            beforeinput: typeOverSelection,
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [label, describedBy, example]);

  useEffect(() => {
    const editor = view.current!;
    const text = editor.state.doc.toString();
    if (text === value) return;
    editor.dispatch({
      changes: { from: 0, to: text.length, insert: value },
      annotations: externalChange.of(true),
    });
  }, [value]);

  useEffect(() => {
    const { state } = view.current!;
    const diagnostics = errors.map((error) => toDiagnostic(error, state.doc.toString()));
    view.current!.dispatch(setDiagnostics(state, diagnostics));
  }, [errors]);

  return (
    <div>
      <div ref={container} className={classes.editor} data-invalid={errors.length > 0} />
      {enclosingCall && (
        <p className={classes.signature} role="status">
          <code>{enclosingCall.signature}</code>{' '}
          {translateHelp(enclosingCall.name, enclosingCall.description, currentLanguage())}
        </p>
      )}
    </div>
  );
};

/** Marks changes from the `value` prop, which must not be reported to `onChange`. */
const externalChange = Annotation.define<boolean>();

const findCallAtCursor = ({ state, view: { hasFocus } }: ViewUpdate) =>
  hasFocus ? findEnclosingCall(state.doc.toString(), state.selection.main.head) : undefined;

/** Replaces the selection itself: Chromium would add an inline style, which the CSP blocks. */
const typeOverSelection = (event: InputEvent, editor: EditorView): boolean => {
  const { state, composing } = editor;
  if (event.inputType !== 'insertText' || event.data === null || state.selection.main.empty || composing)
    return false;
  event.preventDefault();
  editor.dispatch({ ...state.replaceSelection(event.data), userEvent: 'input.type', scrollIntoView: true });
  return true;
};

const toDiagnostic = ({ message, position = 0 }: ExpressionError, text: string): Diagnostic => {
  const from = Math.min(position, text.length);
  return { from, to: Math.min(findErrorEnd(text, from), text.length), severity: 'error', message };
};

const findCompletions = (context: CompletionContext, scope: ExpressionScope) => {
  const result = findSuggestions(context.state.doc.toString(), context.pos, scope, context.explicit);
  if (!result) return null;
  const hasBraces = /^\$/.test(context.state.sliceDoc(result.from, context.pos));
  const options = result.suggestions
    .filter(({ kind }) => !hasBraces || kind === 'field')
    .map(
      ({ kind, text, label, detail, help }): Completion => ({
        // CodeMirror matches the label against the typed text, including the braces.
        label: hasBraces ? text : label,
        displayLabel: label,
        apply: kind === 'function' ? insertCall : text,
        type: kind,
        ...(detail !== undefined && { detail }),
        ...(help !== undefined && {
          info: kind === 'function' ? translateHelp(label, help, currentLanguage()) : help,
        }),
      }),
    );
  return { from: result.from, options, validFor: hasBraces ? /^\$\{?\w*$/ : /^[\w:.-]*$/ };
};

/** Puts the cursor between the parentheses or, if the function has no arguments, after them. */
const insertCall = (editor: EditorView, { label, detail }: Completion, from: number, to: number) => {
  const hasParenthesis = editor.state.sliceDoc(to, to + 1) === '(';
  const insert = hasParenthesis ? label : `${label}()`;
  const cursor = detail === '()' && !hasParenthesis ? insert.length : label.length + 1;
  editor.dispatch({ changes: { from, to, insert }, selection: { anchor: from + cursor } });
};

const tokenDecorations = Object.fromEntries(
  ['text', 'field', 'call', 'operator', 'number'].map((token) => [
    token,
    Decoration.mark({ class: classes[token]! }),
  ]),
);
const decorator = new MatchDecorator({
  regexp: HIGHLIGHT_PATTERN,
  decoration: ({ groups }) =>
    tokenDecorations[Object.keys(groups!).find((token) => groups![token] !== undefined)!]!,
});
const highlighter = ViewPlugin.define(
  (view) => ({
    decorations: decorator.createDeco(view),
    update(update: ViewUpdate) {
      this.decorations = decorator.updateDeco(update, this.decorations);
    },
  }),
  { decorations: (plugin) => plugin.decorations },
);
