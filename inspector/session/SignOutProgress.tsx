import { Loader, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './Welcome.module.css';

/** Shown while the data of a person who signed out is being erased and the sign-out is being reported to the server. */
export const SignOutProgress = () => {
  const { t } = useTranslation('session');
  return (
    <main className={classes.welcome}>
      <Title order={1}>Ronda</Title>
      <Text role="status">{t('signingOut')}</Text>
      <Loader />
    </main>
  );
};
