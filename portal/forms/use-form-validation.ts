import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormInput } from './FieldMessage.tsx';

/** Validates forms with translated messages: the browser's own messages are in the browser's language. */
export const useFormValidation = () => {
  const { t } = useTranslation('general');
  const [invalidInputs, setInvalidInputs] = useState<readonly FormInput[]>([]);
  // Runs after each render: some inputs, such as selects, become valid without an event.
  useEffect(() =>
    setInvalidInputs((inputs) => (inputs.every(isInvalid) ? inputs : inputs.filter(isInvalid))),
  );
  const validate = ({ currentTarget: form }: FormEvent<HTMLFormElement>): boolean => {
    if (form.checkValidity()) return true;
    const inputs = [...form.querySelectorAll<FormInput>('input:invalid, textarea:invalid')];
    // Inputs with custom errors show their messages themselves.
    setInvalidInputs(inputs.filter(({ validity }) => !validity.customError));
    inputs[0]?.focus();
    return false;
  };
  const formatMessage = ({ validity, validationMessage }: FormInput): string => {
    if (validity.valueMissing) return t('fieldRequired');
    return validity.typeMismatch ? t('enterEmail') : validationMessage;
  };
  return { validate, messages: invalidInputs.map((input) => ({ input, message: formatMessage(input) })) };
};

const isInvalid = (input: FormInput): boolean => input.isConnected && input.matches(':invalid');
