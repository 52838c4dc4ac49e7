import { Input } from '@mantine/core';
import { useEffect, useId } from 'react';
import { createPortal } from 'react-dom';

export type FormInput = HTMLInputElement | HTMLTextAreaElement;

/** Explains below an input why it is invalid. Screen readers read the message as the input's description. */
export const FieldMessage = ({ input, message }: { input: FormInput; message: string }) => {
  const id = useId();
  useEffect(() => {
    const previousAttributes = ['aria-invalid', 'aria-describedby'].map(
      (name) => [name, input.getAttribute(name)] as const,
    );
    input.setAttribute('aria-invalid', 'true');
    input.setAttribute('aria-describedby', `${input.getAttribute('aria-describedby') ?? ''} ${id}`.trim());
    return () => {
      for (const [name, value] of previousAttributes) {
        if (value === null) input.removeAttribute(name);
        else input.setAttribute(name, value);
      }
    };
  }, [input, id]);
  return createPortal(
    <Input.Error id={id} mt={5}>
      {message}
    </Input.Error>,
    input.closest('.mantine-InputWrapper-root') ?? input.form!,
  );
};
