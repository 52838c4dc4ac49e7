import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { WelcomeLayout } from './Welcome.tsx';

export type StartProblem = 'insecure' | 'noStorage' | Error;

export const StartProblemScreen = ({ problem }: { problem: StartProblem }) => {
  const { t } = useTranslation('session');
  return (
    <WelcomeLayout>
      <Text role="alert" fw={650}>
        {t('cannotStart')}
      </Text>
      {problem === 'insecure' && <Text>{t('insecure', { address: `https://${location.host}` })}</Text>}
      {problem === 'noStorage' && <Text>{t('noStorage')}</Text>}
      {problem instanceof Error && (
        <>
          <Text>{t('startFailed')}</Text>
          <Text ff="monospace" size="sm">
            {`${problem.name}: ${problem.message}`}
          </Text>
        </>
      )}
      <Button size="lg" fullWidth onClick={() => location.reload()}>
        {t('tryAgain')}
      </Button>
    </WelcomeLayout>
  );
};
