import { useTranslation } from 'react-i18next';
import { findFieldError } from './use-edits.ts';

/** The part of useEdits that inputs use. */
export type InputEdits<Values> = {
  values: Values;
  savedValues: Values;
  hasConflict: (name: keyof Values) => boolean;
  edit: (changes: Partial<Values>) => void;
};

type TextField<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never;
}[keyof Values] &
  string;

type Options = {
  hint?: string | undefined;
  /** The field's value on the server as text, if it is not a string. */
  savedText?: string;
  /** The field's names in error responses. */
  errorFields?: readonly string[];
};

/**
 * Connects inputs to a form's fields. An input shows the server's error. If someone else has changed its field while it
 * was being edited, the description says to what; otherwise, it is the hint.
 */
export const useInputProps = <Values extends object>(edits: InputEdits<Values>, problem: unknown) => {
  const { t } = useTranslation('general');
  const messages = (
    name: keyof Values & string,
    { hint, savedText, errorFields = [name] }: Options = {},
  ) => ({
    error: errorFields.map((field) => findFieldError(problem, field)).find((error) => error !== undefined),
    description: edits.hasConflict(name)
      ? t('changedTo', { value: savedText ?? String(edits.savedValues[name]) })
      : hint,
  });
  return {
    /** The error and description. */
    messages,
    /** All props of a text input. */
    text: (name: TextField<Values>, options?: Options) => ({
      ...messages(name, options),
      value: edits.values[name] as string,
      onChange: (event: { currentTarget: { value: string } }) =>
        edits.edit({ [name]: event.currentTarget.value } as Partial<Values>),
    }),
  };
};
