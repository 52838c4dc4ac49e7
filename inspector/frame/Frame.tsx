import { ActionIcon, Title } from '@mantine/core';
import { IconArrowLeft, IconCloudCheck, IconCloudUp, IconListCheck } from '@tabler/icons-react';
import { Link, useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useStep } from './device.ts';
import classes from './Frame.module.css';
import { useArrival } from './use-arrival.ts';
import { useStands } from './use-stands.ts';
import { useFrameWords } from './words.ts';

/** What stands around a screen: its title, the way back, and the two places everybody comes from. */
export const Frame = ({
  title,
  isInside = false,
  acts,
  children,
}: {
  title: string;
  /** One came here from another screen. */
  isInside?: boolean;
  acts?: ReactNode;
  children: ReactNode;
}) => {
  const t = useFrameWords();
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  const heading = useArrival();
  const { connection } = useStep();
  useEffect(() => {
    document.title = `${title} · Ronda`;
  }, [title]);
  return (
    <div className={classes.frame}>
      <header className={classes.head} data-inside={isInside}>
        {isInside && (
          <ActionIcon
            size={44}
            variant="subtle"
            color="gray"
            aria-label={t('back')}
            // Who came by a link or a code has nothing behind them.
            onClick={() => (canGoBack ? router.history.back() : void navigate({ to: '/' }))}
          >
            <IconArrowLeft aria-hidden />
          </ActionIcon>
        )}
        <Title order={1} ref={heading} tabIndex={-1} className={classes.title!}>
          {title}
        </Title>
        {acts}
      </header>
      {(connection === 'silent' || connection === 'busy') && (
        <p role="status" className={classes.silent}>
          {t(connection === 'busy' ? 'serverBusy' : 'noNetwork')}
        </p>
      )}
      <main className={classes.main}>{children}</main>
      <Menu />
    </div>
  );
};

const Menu = () => {
  const t = useFrameWords();
  const stands = useStands();
  const unsent = stands?.size ?? 0;
  const Cloud = unsent > 0 ? IconCloudUp : IconCloudCheck;
  return (
    <nav className={classes.menu} aria-label={t('mainMenu')}>
      <Link to="/" className={classes.link} activeOptions={{ exact: true }}>
        <IconListCheck aria-hidden />
        {t('work')}
      </Link>
      <Link to="/sent" className={classes.link}>
        <Cloud aria-hidden />
        {!stands ? t('sending') : unsent > 0 ? t('unsentShort', { count: unsent }) : t('sentShort')}
      </Link>
    </nav>
  );
};
