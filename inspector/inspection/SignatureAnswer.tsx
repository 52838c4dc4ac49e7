import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BlobImage } from '#inspector/evidence/BlobImage.tsx';
import { SignaturePad } from '#inspector/evidence/SignaturePad.tsx';
import { FullScreenModal } from '#kit/FullScreenModal.tsx';
import { IconSignature } from '#kit/icons/icons.ts';
import type { AnswerInputProps } from '#questions/answer-input.ts';
import classes from '#questions/inputs.module.css';
import { useInspectionActions } from './actions.ts';
import { useEvidence } from './use-evidence.ts';

/** A signature, drawn in a full-screen dialog so that the finger does not scroll the page. */
export const SignatureAnswer = ({ data, isReadOnly }: AnswerInputProps) => {
  const { t } = useTranslation('inspection');
  const actions = useInspectionActions();
  const { t: tEvidence } = useTranslation('evidence');
  const { label, path } = data;
  const id = data.answer as string | null;
  const signature = useEvidence(id === null ? [] : [id]).get(id ?? '');
  const [isOpen, setOpen] = useState(false);
  const pictureField = { field: path, kind: 'answer' } as const;
  return (
    <div className={classes.evidence}>
      {id !== null && (
        <div className={classes.signature}>
          {signature ? (
            <BlobImage source={signature.bytes} alt={label} decoding="async" />
          ) : (
            signature === null && tEvidence('onServer')
          )}
        </div>
      )}
      {!isReadOnly && (
        <button type="button" className={classes.add} onClick={() => setOpen(true)}>
          <IconSignature aria-hidden />
          {t(id === null ? 'sign' : 'signAgain')}
        </button>
      )}
      {!isReadOnly && id !== null && (
        <button
          type="button"
          className={classes.small}
          onClick={() => void actions.removePicture(pictureField, id)}
        >
          {t('remove')}
        </button>
      )}
      <FullScreenModal isOpen={isOpen} onClose={() => setOpen(false)} title={label} closeLabel={t('close')}>
        <SignaturePad
          onCancel={() => setOpen(false)}
          onSave={async (bytes) => {
            await actions.addPicture(pictureField, { bytes, name: 'signature.png' });
            setOpen(false);
          }}
        />
      </FullScreenModal>
    </div>
  );
};
