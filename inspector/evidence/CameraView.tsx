import { Alert, Stack, Text } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { IconBulb, IconBulbOff, IconCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { TouchButton } from '#inspector/frame/TouchButton.tsx';
import classes from './CameraView.module.css';
import { type CameraFault, useCamera } from './use-camera.ts';
import { useCodes } from './use-codes.ts';
import { useEvidenceWords } from './words.ts';

const FAULT_WORDS = { denied: 'cameraDenied', missing: 'cameraMissing', busy: 'cameraBusy' } as const;
/** As long as somebody needs to see what was read. */
const SHOWN_MS = 700;
const SHAKE_MS = 80;

/** What the camera sees, and the codes in it. One is taken by itself, of several somebody chooses. */
export const CameraView = ({ onCode }: { onCode: (text: string) => void }) => {
  const [attempt, setAttempt] = useState(0);
  const isVisible = useDocumentVisibility() === 'visible';
  // A camera that was refused or busy is asked again as if for the first time.
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
  const t = useEvidenceWords();
  const video = useRef<HTMLVideoElement>(null);
  const camera = useCamera(video, isOn);
  const isRunning = camera.state === 'running';
  const found = useCodes(video, isOn && isRunning);
  const codes = found === 'missing' ? [] : found;
  const only = codes.length === 1 ? codes[0]?.text : undefined;
  useTaken(only, onCode);
  useShake(codes.length > 0);

  const fault = isRunning || camera.state === 'starting' ? undefined : camera.state;
  const words = fault ? t(FAULT_WORDS[fault satisfies CameraFault]) : t('detectorMissing');
  if (fault || found === 'missing')
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
      <Text role="status" ta="center" className={classes.said}>
        {only !== undefined && t('seen', { text: only })}
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

/** Takes a code once somebody could see which it is. */
const useTaken = (text: string | undefined, onCode: (text: string) => void) => {
  const take = useRef(onCode);
  take.current = onCode;
  useEffect(() => {
    if (text === undefined) return undefined;
    const timer = setTimeout(() => take.current(text), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [text]);
};

/** Felt through gloves, and where it is too loud to hear. */
const useShake = (isFound: boolean) => {
  useEffect(() => {
    if (isFound) navigator.vibrate?.(SHAKE_MS);
  }, [isFound]);
};

const Torch = ({ turn }: { turn: (isOn: boolean) => Promise<void> }) => {
  const t = useEvidenceWords();
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
