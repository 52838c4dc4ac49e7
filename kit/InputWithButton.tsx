import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import classes from './InputWithButton.module.css';
import { TouchButton } from './TouchButton.tsx';

type InputWithButtonProps = Omit<TextInputProps, 'onSubmit'> & {
  buttonLabel: string;
  /** Not called if the text is blank. `clear` empties the input. */
  onSubmit: (text: string, clear: () => void) => void;
};

export const InputWithButton = ({ buttonLabel, onSubmit, ...props }: InputWithButtonProps) => {
  const [text, setText] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') onSubmit(text.trim(), () => setText(''));
      }}
    >
      <TextInput
        size="lg"
        value={text}
        autoComplete="off"
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        inputContainer={(input) => (
          <div className={classes.line}>
            {input}
            <TouchButton type="submit" variant="default" disabled={text.trim() === ''}>
              {buttonLabel}
            </TouchButton>
          </div>
        )}
        {...props}
      />
    </form>
  );
};
