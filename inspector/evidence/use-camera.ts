import { type RefObject, useEffect, useState } from 'react';

type CameraError = 'denied' | 'missing' | 'busy';
export type Camera =
  | { state: 'starting' }
  | { state: 'running'; setTorch?: (isOn: boolean) => Promise<void> }
  | { state: CameraError };

/** Sharp enough to read a barcode at arm's length, small enough to scan many frames per second. */
const VIDEO_CONSTRAINTS = { facingMode: 'environment', width: { ideal: 1_280 }, height: { ideal: 720 } };

export const useCamera = (video: RefObject<HTMLVideoElement | null>, isOn: boolean): Camera => {
  const [camera, setCamera] = useState<Camera>({ state: 'starting' });
  useEffect(() => {
    if (!isOn) return undefined;
    let stream: MediaStream | undefined;
    let isStopped = false;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const start = async () => {
      setCamera({ state: 'starting' });
      stream = await openCamera();
      if (isStopped || !video.current) return stop();
      stream.getVideoTracks()[0]?.addEventListener('ended', () => setCamera({ state: 'busy' }));
      video.current.srcObject = stream;
      await video.current.play();
      setCamera({ state: 'running', ...createTorchControl(stream) });
    };
    start().catch((error: unknown) => {
      stop();
      if (!isStopped) setCamera({ state: classifyError(error) });
    });
    return () => {
      isStopped = true;
      stop();
    };
  }, [video, isOn]);
  return camera;
};

const openCamera = (): Promise<MediaStream> => {
  // `mediaDevices` is undefined on pages not served over HTTPS.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) throw new DOMException('There is no camera', 'NotFoundError');
  return devices.getUserMedia({ video: VIDEO_CONSTRAINTS, audio: false });
};

const createTorchControl = (stream: MediaStream): { setTorch?: (isOn: boolean) => Promise<void> } => {
  const [track] = stream.getVideoTracks();
  const capabilities = track?.getCapabilities?.() as { torch?: boolean } | undefined;
  if (!track || capabilities?.torch !== true) return {};
  return {
    setTorch: (isOn) => track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] }),
  };
};

const classifyError = (error: unknown): CameraError => {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy';
};
