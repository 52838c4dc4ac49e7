import { useTranslation } from 'react-i18next';
import { findFieldError } from './use-edits.ts';

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

/** If someone else has changed a field while it was being edited, the input's description shows the new value. */
export const useInputProps = <Values extends object>(edits: InputEdits<Values>, problem: unknown) => {
  const { t } = useTranslation('general');
  const messageProps = (
    name: keyof Values & string,
    { hint, savedText, errorFields = [name] }: Options = {},
  ) => ({
    error: errorFields.map((field) => findFieldError(problem, field)).find((error) => error !== undefined),
    description: edits.hasConflict(name)
      ? t('changedTo', { value: savedText ?? String(edits.savedValues[name]) })
      : hint,
  });
  return {
    messageProps,
    textProps: (name: TextField<Values>, options?: Options) => ({
      ...messageProps(name, options),
      value: edits.values[name] as string,
      onChange: (event: { currentTarget: { value: string } }) =>
        edits.edit({ [name]: event.currentTarget.value } as Partial<Values>),
    }),
  };
};
