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
import { currentLanguage } from '#kit/language.ts';
import classes from './ExpressionEditor.module.css';
import {
  callAround,
  type ExpressionScope,
  endOfError,
  PARTS,
  suggestionsAt,
} from './expression-suggestions.ts';
import { expressionTheme } from './expression-theme.ts';
import { translateHelp } from './translate-help.ts';

export type ExpressionError = { message: string; at?: number | undefined };

type Props = {
  label: string;
  /** Value of `aria-describedby`. */
  describedBy?: string | undefined;
  value: string;
  example: string;
  scope: ExpressionScope;
  errors: readonly ExpressionError[];
  onChange: (value: string) => void;
  onBlur: () => void;
};

/** An editor for expressions with syntax colours, completion and errors. */
export const ExpressionEditor = (props: Props) => {
  const { label, describedBy, value, example, errors } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(props);
  latest.current = props;
  const [call, setCall] = useState<ReturnType<typeof callAround>>();

  useEffect(() => {
    const editor = new EditorView({
      parent: place.current!,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          EditorView.cspNonce.of(getNonce() ?? ''),
          expressionTheme,
          EditorView.lineWrapping,
          drawSelection(),
          history(),
          bracketMatching(),
          colours,
          tooltips({ parent: document.body, position: 'fixed' }),
          autocompletion({
            override: [(context) => complete(context, latest.current.scope)],
            icons: false,
          }),
          keymap.of([...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
          EditorView.contentAttributes.of(attributesOf(label, describedBy)),
          placeholder(example),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !update.transactions.some((each) => each.annotation(externalChange)))
              latest.current.onChange(update.state.doc.toString());
            if (update.docChanged || update.selectionSet || update.focusChanged) setCall(callAt(update));
          }),
          EditorView.domEventHandlers({
            blur: () => latest.current.onBlur(),
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
    const written = editor.state.doc.toString();
    if (written === value) return;
    editor.dispatch({
      changes: { from: 0, to: written.length, insert: value },
      annotations: externalChange.of(true),
    });
  }, [value]);

  useEffect(() => {
    const { state } = view.current!;
    view.current!.dispatch(
      setDiagnostics(
        state,
        errors.map((issue) => diagnosticOf(issue, state.doc.toString())),
      ),
    );
  }, [errors]);

  return (
    <div>
      <div ref={place} className={classes.editor} data-invalid={errors.length > 0} />
      {call && (
        <p className={classes.signature} role="status">
          <code>{call.signature}</code> {translateHelp(call.name, call.description, currentLanguage())}
        </p>
      )}
    </div>
  );
};

/** Marks changes by the page, which need not be reported to it. */
const externalChange = Annotation.define<boolean>();

const attributesOf = (label: string, describedBy: string | undefined): Record<string, string> => ({
  'aria-label': label,
  ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
  spellcheck: 'false',
  autocapitalize: 'off',
  autocorrect: 'off',
});

const callAt = ({ state, view: { hasFocus } }: ViewUpdate) =>
  hasFocus ? callAround(state.doc.toString(), state.selection.main.head) : undefined;

/** Chromium adds an inline style when coloured text is replaced by typing, which the content security policy blocks. */
const typeOverSelection = (event: InputEvent, editor: EditorView): boolean => {
  const { state, composing } = editor;
  if (event.inputType !== 'insertText' || event.data === null || state.selection.main.empty || composing)
    return false;
  event.preventDefault();
  editor.dispatch({ ...state.replaceSelection(event.data), userEvent: 'input.type', scrollIntoView: true });
  return true;
};

const diagnosticOf = ({ message, at = 0 }: ExpressionError, text: string): Diagnostic => {
  const from = Math.min(at, text.length);
  return { from, to: Math.min(endOfError(text, from), text.length), severity: 'error', message };
};

const complete = (context: CompletionContext, scope: ExpressionScope) => {
  const found = suggestionsAt(context.state.doc.toString(), context.pos, scope, context.explicit);
  if (!found) return null;
  const hasBraces = /^\$/.test(context.state.sliceDoc(found.from, context.pos));
  const options = found.suggestions
    .filter(({ kind }) => !hasBraces || kind === 'field')
    .map(
      ({ kind, text, label, detail, help }): Completion => ({
        // CodeMirror compares the typed text with the label, so existing braces must be included.
        label: hasBraces ? text : label,
        displayLabel: label,
        apply: kind === 'function' ? withParentheses : text,
        type: kind,
        ...(detail !== undefined && { detail }),
        ...(help !== undefined && {
          info: kind === 'function' ? translateHelp(label, help, currentLanguage()) : help,
        }),
      }),
    );
  return { from: found.from, options, validFor: hasBraces ? /^\$\{?\w*$/ : /^[\w:.-]*$/ };
};

/** Moves the cursor between the parentheses, or after them if the function has no arguments. */
const withParentheses = (editor: EditorView, { label, detail }: Completion, from: number, to: number) => {
  const isOpen = editor.state.sliceDoc(to, to + 1) === '(';
  const insert = isOpen ? label : `${label}()`;
  const inside = detail === '()' && !isOpen ? insert.length : label.length + 1;
  editor.dispatch({ changes: { from, to, insert }, selection: { anchor: from + inside } });
};

const marks = Object.fromEntries(
  ['text', 'field', 'call', 'word', 'number'].map((part) => [
    part,
    Decoration.mark({ class: classes[part]! }),
  ]),
);
const decorator = new MatchDecorator({
  regexp: PARTS,
  decoration: ({ groups }) => marks[Object.keys(groups!).find((part) => groups![part] !== undefined)!]!,
});
const colours = ViewPlugin.define(
  (view) => ({
    decorations: decorator.createDeco(view),
    update(update: ViewUpdate) {
      this.decorations = decorator.updateDeco(update, this.decorations);
    },
  }),
  { decorations: (plugin) => plugin.decorations },
);
