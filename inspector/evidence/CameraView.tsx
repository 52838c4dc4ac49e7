import { Alert, Stack, Text } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconBulb, IconBulbOff, IconCheck } from '#kit/icons/icons.ts';
import { TouchButton } from '#kit/TouchButton.tsx';
import classes from './CameraView.module.css';
import { useCamera } from './use-camera.ts';
import { useDetectedCodes } from './use-codes.ts';

const PROBLEM_MESSAGES = { denied: 'cameraDenied', missing: 'cameraMissing', busy: 'cameraBusy' } as const;
const ACCEPTANCE_DELAY_MS = 700;
const VIBRATION_MS = 80;

/** The camera image. Accepts a single code automatically; if there are several, the user picks one. */
export const CameraView = ({ onCode }: { onCode: (text: string) => void }) => {
  const [attempt, setAttempt] = useState(0);
  const isVisible = useDocumentVisibility() === 'visible';
  // A new key restarts the camera after an error.
  return <Scanner key={attempt} isOn={isVisible} onCode={onCode} onRestart={() => setAttempt(attempt + 1)} />;
};

type ScannerProps = { isOn: boolean; onCode: (text: string) => void; onRestart: () => void };

const Scanner = ({ isOn, onCode, onRestart }: ScannerProps) => {
  const { t } = useTranslation('evidence');
  const video = useRef<HTMLVideoElement>(null);
  const camera = useCamera(video, isOn);
  const isRunning = camera.state === 'running';
  const detectedCodes = useDetectedCodes(video, isOn && isRunning);
  const codes = detectedCodes === 'unavailable' ? [] : detectedCodes;
  const singleCode = codes.length === 1 ? codes[0] : undefined;
  useDelayedAcceptance(singleCode, onCode);
  useVibration(codes.length > 0);

  const problem = isRunning || camera.state === 'starting' ? undefined : camera.state;
  if (problem || detectedCodes === 'unavailable')
    return (
      <Alert color="orange" role="alert">
        <Stack gap="sm" align="start">
          <Text size="sm">{t(problem ? PROBLEM_MESSAGES[problem] : 'detectorMissing')}</Text>
          <TouchButton variant="default" onClick={onRestart}>
            {t('tryAgain')}
          </TouchButton>
        </Stack>
      </Alert>
    );
  return (
    <Stack gap="xs">
      <div className={classes.view} data-found={codes.length > 0 || undefined}>
        <video ref={video} className={classes.video} muted playsInline aria-label={t('camera')} />
        {singleCode !== undefined && <IconCheck className={classes.check} size={96} aria-hidden />}
        {camera.state === 'running' && camera.setTorch && <TorchButton setTorch={camera.setTorch} />}
      </div>
      <Text role="status" ta="center" className={classes.message}>
        {singleCode !== undefined && t('codeRead', { text: singleCode })}
        {codes.length === 0 && t(isRunning ? 'pointAt' : 'starting')}
        {codes.length > 1 && t('several')}
      </Text>
      {codes.length > 1 && (
        <Stack gap="xs">
          {codes.map((text) => (
            <TouchButton key={text} variant="default" onClick={() => onCode(text)}>
              {text}
            </TouchButton>
          ))}
          <TouchButton variant="subtle" onClick={onRestart}>
            {t('again')}
          </TouchButton>
        </Stack>
      )}
    </Stack>
  );
};

const useDelayedAcceptance = (text: string | undefined, onCode: (text: string) => void) => {
  const latestOnCode = useRef(onCode);
  latestOnCode.current = onCode;
  useEffect(() => {
    if (text === undefined) return undefined;
    const timer = setTimeout(() => latestOnCode.current(text), ACCEPTANCE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
};

/** Vibrates when codes are found: inspectors wear gloves and work in noisy places. */
const useVibration = (hasCodes: boolean) => {
  useEffect(() => {
    if (hasCodes) navigator.vibrate?.(VIBRATION_MS);
  }, [hasCodes]);
};

const TorchButton = ({ setTorch }: { setTorch: (isOn: boolean) => Promise<void> }) => {
  const { t } = useTranslation('evidence');
  const [isLit, setLit] = useState(false);
  const Icon = isLit ? IconBulbOff : IconBulb;
  return (
    <TouchButton
      className={classes.torch}
      variant="default"
      leftSection={<Icon size={24} aria-hidden />}
      onClick={() =>
        void setTorch(!isLit).then(
          () => setLit(!isLit),
          () => undefined,
        )
      }
    >
      {t(isLit ? 'torchOff' : 'torchOn')}
    </TouchButton>
  );
};
