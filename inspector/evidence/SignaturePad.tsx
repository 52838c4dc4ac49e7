import { Alert, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#kit/IconButton.tsx';
import { IconArrowBackUp, IconTrash } from '#kit/icons/icons.ts';
import { TouchButton } from '#kit/TouchButton.tsx';
import classes from './SignaturePad.module.css';
import { renderName, renderStrokes } from './signature-image.ts';
import { useSaving } from './use-saving.ts';
import { useSignature } from './use-signature.ts';

const MAX_NAME_LENGTH = 100;

type Props = { onSave: (signature: Blob) => void | Promise<void>; onCancel?: () => void };

export const SignaturePad = ({ onSave, onCancel }: Props) => {
  const { t } = useTranslation('evidence');
  const canvas = useRef<HTMLCanvasElement>(null);
  const { isEmpty, getStrokes, getWidth, undo, clear } = useSignature(canvas);
  const [isTyped, setTyped] = useState(false);
  const [name, setName] = useState('');
  const { isSaving, hasFailed, save } = useSaving(async () => {
    await onSave(await (isTyped ? renderName(name.trim()) : renderStrokes(getStrokes(), getWidth())));
  });
  const isBlank = isTyped ? name.trim() === '' : isEmpty;
  return (
    <Stack gap="sm">
      <div hidden={isTyped}>
        <canvas ref={canvas} className={classes.paper} role="img" aria-label={t('signHere')} />
        <Text size="sm" c="dimmed" mt={4}>
          {t('signHint')}
        </Text>
      </div>
      {isTyped && (
        <>
          <TextInput
            size="lg"
            label={t('yourName')}
            description={t('typeHint')}
            autoComplete="name"
            value={name}
            maxLength={MAX_NAME_LENGTH}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <div className={classes.preview} aria-hidden>
            {name}
          </div>
        </>
      )}
      {hasFailed && (
        <Alert color="red" role="alert">
          {t('signatureFailed')}
        </Alert>
      )}
      <div className={classes.actions}>
        {!isTyped && (
          <>
            <IconButton Icon={IconArrowBackUp} label={t('undo')} disabled={isEmpty} onClick={undo} />
            <IconButton Icon={IconTrash} label={t('clear')} disabled={isEmpty} onClick={clear} />
          </>
        )}
        {onCancel && (
          <TouchButton variant="subtle" className={classes.cancel} onClick={onCancel}>
            {t('cancel')}
          </TouchButton>
        )}
        <TouchButton className={classes.save} disabled={isBlank} loading={isSaving} onClick={save}>
          {t('save')}
        </TouchButton>
      </div>
      <TouchButton variant="subtle" onClick={() => setTyped(!isTyped)}>
        {t(isTyped ? 'drawInstead' : 'typeInstead')}
      </TouchButton>
    </Stack>
  );
};
