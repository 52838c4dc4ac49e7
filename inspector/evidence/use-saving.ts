import { useState } from 'react';

export const useSaving = (save: () => Promise<void>) => {
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle');
  return {
    isSaving: state === 'saving',
    hasFailed: state === 'failed',
    save: async () => {
      setState('saving');
      try {
        await save();
        setState('idle');
      } catch {
        setState('failed');
      }
    },
  };
};
