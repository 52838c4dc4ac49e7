import { Alert, Stack, Text } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconBulb, IconBulbOff, IconCheck } from '#kit/icons/icons.ts';
import { TouchButton } from '#kit/TouchButton.tsx';
import classes from './CameraView.module.css';
import { type CameraError, useCamera } from './use-camera.ts';
import { useCodes } from './use-codes.ts';

const PROBLEM_WORDS = { denied: 'cameraDenied', missing: 'cameraMissing', busy: 'cameraBusy' } as const;
/** How long a code is shown before it is used. */
const SHOWN_MS = 700;
const SHAKE_MS = 80;

/** The camera image with the codes in it. A single code is used automatically; of several, the user selects one. */
export const CameraView = ({ onCode }: { onCode: (text: string) => void }) => {
  const [attempt, setAttempt] = useState(0);
  const isVisible = useDocumentVisibility() === 'visible';
  // A new key starts the camera again after an error.
  return <Scanner key={attempt} isOn={isVisible} onCode={onCode} onAgain={() => setAttempt(attempt + 1)} />;
};

const Scanner = ({
  isOn,
  onCode,
  onAgain,
}: {
  isOn: boolean;
  onCode: (text: string) => void;
  onAgain: () => void;
}) => {
  const { t } = useTranslation('evidence');
  const video = useRef<HTMLVideoElement>(null);
  const camera = useCamera(video, isOn);
  const isRunning = camera.state === 'running';
  const found = useCodes(video, isOn && isRunning);
  const codes = found === 'missing' ? [] : found;
  const only = codes.length === 1 ? codes[0]?.text : undefined;
  useAcceptedCode(only, onCode);
  useVibration(codes.length > 0);

  const problem = isRunning || camera.state === 'starting' ? undefined : camera.state;
  const words = problem ? t(PROBLEM_WORDS[problem satisfies CameraError]) : t('detectorMissing');
  if (problem || found === 'missing')
    return (
      <Alert color="orange" role="alert">
        <Stack gap="sm" align="start">
          <Text size="sm">{words}</Text>
          <TouchButton variant="default" onClick={onAgain}>
            {t('tryAgain')}
          </TouchButton>
        </Stack>
      </Alert>
    );
  return (
    <Stack gap="xs">
      <div className={classes.view} data-found={codes.length > 0 || undefined}>
        <video ref={video} className={classes.video} muted playsInline aria-label={t('camera')} />
        {only !== undefined && <IconCheck className={classes.check} size={96} aria-hidden />}
        {camera.state === 'running' && camera.torch && <Torch turn={camera.torch} />}
      </div>
      <Text role="status" ta="center" className={classes.message}>
        {only !== undefined && t('codeRead', { text: only })}
        {codes.length === 0 && t(isRunning ? 'pointAt' : 'starting')}
        {codes.length > 1 && t('several')}
      </Text>
      {codes.length > 1 && (
        <Stack gap="xs">
          {codes.map(({ text }) => (
            <TouchButton key={text} variant="default" onClick={() => onCode(text)}>
              {text}
            </TouchButton>
          ))}
          <TouchButton variant="subtle" onClick={onAgain}>
            {t('again')}
          </TouchButton>
        </Stack>
      )}
    </Stack>
  );
};

/** Uses a code after it has been shown for a moment. */
const useAcceptedCode = (text: string | undefined, onCode: (text: string) => void) => {
  const take = useRef(onCode);
  take.current = onCode;
  useEffect(() => {
    if (text === undefined) return undefined;
    const timer = setTimeout(() => take.current(text), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [text]);
};

/** Vibrates, because inspectors wear gloves and work in noisy places. */
const useVibration = (isFound: boolean) => {
  useEffect(() => {
    if (isFound) navigator.vibrate?.(SHAKE_MS);
  }, [isFound]);
};

const Torch = ({ turn }: { turn: (isOn: boolean) => Promise<void> }) => {
  const { t } = useTranslation('evidence');
  const [isLit, setLit] = useState(false);
  const Icon = isLit ? IconBulbOff : IconBulb;
  return (
    <TouchButton
      className={classes.torch}
      variant="default"
      leftSection={<Icon size={24} aria-hidden />}
      onClick={() =>
        void turn(!isLit).then(
          () => setLit(!isLit),
          () => undefined,
        )
      }
    >
      {t(isLit ? 'torchOff' : 'torchOn')}
    </TouchButton>
  );
};
