import { Modal } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useObjectAddress } from '#inspector/evidence/use-object-address.ts';
import { useEvidenceWords } from '#inspector/evidence/words.ts';
import type { AnswerInputProps } from './answer-input.ts';
import classes from './inputs.module.css';
import { useEvidence } from './use-evidence.ts';
import { useInspectionWords } from './words.ts';

const SignaturePad = lazy(async () => ({
  default: (await import('#inspector/evidence/SignaturePad.tsx')).SignaturePad,
}));

/** Somebody signs on a page of its own, where no finger scrolls. */
export const SignatureAnswer = ({ facts, isReadOnly, acts }: AnswerInputProps) => {
  const t = useInspectionWords();
  const say = useEvidenceWords();
  const { label, path } = facts;
  const id = facts.answer as string | null;
  const signature = useEvidence(id === null ? [] : [id], acts).get(id ?? '');
  const [isOpen, setOpen] = useState(false);
  const naming = { field: path, of: 'answer' } as const;
  return (
    <div className={classes.evidence}>
      {id !== null && (
        <div className={classes.signature}>
          {signature ? (
            <Signature bytes={signature.bytes} name={label} />
          ) : (
            signature === null && say('elsewhere')
          )}
        </div>
      )}
      {!isReadOnly && (
        <button type="button" className={classes.add} onClick={() => setOpen(true)}>
          <IconSignature aria-hidden />
          {t(id === null ? 'sign' : 'signAnew')}
        </button>
      )}
      {!isReadOnly && id !== null && (
        <button type="button" className={classes.small} onClick={() => void acts.removePicture(naming, id)}>
          {t('remove')}
        </button>
      )}
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        fullScreen
        title={label}
        transitionProps={{ duration: 0 }}
        closeButtonProps={{ 'aria-label': t('close'), size: 48, iconSize: 24 }}
      >
        <Suspense>
          <SignaturePad
            onCancel={() => setOpen(false)}
            onKeep={async (bytes) => {
              await acts.addPicture(naming, { bytes, name: 'signature.png' });
              setOpen(false);
            }}
          />
        </Suspense>
      </Modal>
    </div>
  );
};

const Signature = ({ bytes, name }: { bytes: Blob; name: string }) => (
  <img src={useObjectAddress(bytes)} alt={name} decoding="async" />
);
