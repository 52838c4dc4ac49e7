import type { ProvisionTenant } from '#contract/provision.ts';

/** A sample organisation with every kind of data that a file can contain. */
export const organisation: Omit<ProvisionTenant, 'tenancyName'> = {
  roles: [{ name: 'Follower', tenantWide: false, permissions: ['Changes.Read', 'Tasks.Read'] }],
  contentTypes: [
    {
      name: 'Bridge',
      items: [
        {
          externalId: 'BR-001',
          title: 'Magere Brug',
          address: 'Amstel 81, Amsterdam',
          location: { latitude: 52.3636, longitude: 4.9024 },
          attributes: { built: 1934, movable: true, material: 'wood' },
        },
        { externalId: 'BR-002', title: 'Blauwbrug' },
      ],
    },
  ],
  workbooks: [
    {
      name: 'BridgeInspection',
      title: 'Bridge inspection',
      contentType: 'Bridge',
      versions: [
        {
          version: '1.0.0',
          versionCode: 1,
          published: true,
          fields: [
            { name: 'Height', type: 'decimal', label: { en: 'Height', nl: 'Hoogte' }, required: true },
          ],
        },
      ],
    },
  ],
  users: [
    {
      userName: 'anna',
      name: 'Anna',
      surname: 'de Vries',
      emailAddress: 'anna@example.org',
      password: 'correct horse battery',
      roles: ['Inspector', 'Follower'],
    },
    {
      userName: 'erp',
      service: true,
      roles: ['Integration'],
      tokens: [{ clientId: 'erp-client', clientSecret: 'erp-secret-1', expires: '2030-01-01T00:00:00Z' }],
    },
  ],
  teams: [
    {
      title: 'Bridges',
      description: 'Bridges and locks',
      isActive: true,
      workbooks: ['BridgeInspection'],
      groups: { Administrators: [], Coordinators: [], Inspectors: ['anna'], Viewer: ['erp'] },
    },
  ],
  allowedRedirectUris: ['https://assets.example.org/signed-in'],
  loginProviders: [
    {
      name: 'Municipality',
      type: 'oidc',
      issuer: 'https://login.example.org',
      clientId: 'ronda',
      clientSecret: 'the secret between the two',
      roleMapping: { claim: 'groups', roles: { 'field-force': ['Inspector'], all: ['Follower'] } },
    },
  ],
};
