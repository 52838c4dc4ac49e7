import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { IconScan } from '#kit/icons/icons.ts';
import type { AnswerInputProps } from '#questions/answer-input.ts';
import classes from '#questions/inputs.module.css';
import { useAutosavedText } from '#questions/use-autosaved-text.ts';

const CodeScanner = lazy(async () => ({
  default: (await import('#inspector/evidence/CodeScanner.tsx')).CodeScanner,
}));

/** A barcode or QR code, scanned or typed. */
export const CodeAnswer = (props: AnswerInputProps) => {
  const { field, data, describedBy, isReadOnly, isInvalid, save, saveDraft } = props;
  const { t } = useTranslation('inspection');
  const [isScanning, setScanning] = useState(false);
  const { inputProps } = useAutosavedText(
    (data.answer as string | null) ?? '',
    (text) => save(text === '' ? null : text),
    { draft: data.draft, saveDraft },
  );
  return (
    <div className={classes.evidence}>
      <input
        {...inputProps}
        aria-label={data.label}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        disabled={isReadOnly}
        maxLength={field.maxLength ?? workbookLimits.text}
        className={classes.text}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      {!isReadOnly && (
        <button type="button" className={classes.add} onClick={() => setScanning(true)}>
          <IconScan aria-hidden />
          {t('scan')}
        </button>
      )}
      {isScanning && (
        <Suspense>
          <CodeScanner
            onClose={() => setScanning(false)}
            onCode={(code) => {
              setScanning(false);
              void save(code);
            }}
          />
        </Suspense>
      )}
    </div>
  );
};
