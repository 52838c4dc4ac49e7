import { EmptyState } from './EmptyState.tsx';
import { Page } from './Page.tsx';
import { useFrameWords } from './words.ts';

/** In the place of a form, for whoever may not send it: before it is filled in vain. */
export const MayNot = ({ title }: { title: string }) => {
  const t = useFrameWords();
  return (
    <Page title={title}>
      <EmptyState title={t('mayNot')}>{t('mayNotHint')}</EmptyState>
    </Page>
  );
};
