import { useTranslation } from 'react-i18next';
import type permissions from '#portal/messages/en/permissions.json';

export const useDescribePermission = (): ((permission: string) => string | undefined) => {
  const { t, i18n } = useTranslation('permissions');
  return (permission) =>
    i18n.exists(permission, { ns: 'permissions' }) ? t(permission as keyof typeof permissions) : undefined;
};
