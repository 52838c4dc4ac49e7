import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import {
  Device,
  DevicePage,
  DeviceParameter,
  DeviceQuery,
  DeviceRemovalQuery,
  DeviceReport,
  Devices,
  NewDevice,
} from '#contract/device.ts';
import { IdParameter } from '#contract/inspection.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { formatNameKey } from '#service/http/cursor.ts';
import { isUuid } from '#service/http/ids.ts';
import { readOrigin } from '#service/identity/audit/record-audit.ts';
import { operations } from '#service/identity/operations.ts';
import type { PeopleServices } from '#service/identity/people-services.ts';
import { rejectCrossSiteRequest } from '#service/identity/sessions/reject-cross-site.ts';
import { addDevice } from './add-device.ts';
import { MAX_DEVICES } from './device.ts';
import { clearDeviceCookie, isFromDevice, readDeviceCookie, setDeviceCookie } from './device-cookie.ts';
import { deviceNotFound, ownDeviceNotFound } from './device-problems.ts';
import { findOwnDevice, listDevices, listOwnDevices } from './device-queries.ts';
import { recordUnsentData } from './record-unsent-data.ts';
import { revokeDevice } from './revoke-device.ts';
import { confirmErasure, signOutDevice } from './sign-out-device.ts';

/** /api/v1/me/devices and /api/v1/devices: browsers that stay signed in so that people can work offline. */
export const deviceRoutes =
  ({ db, actors, publicUrl }: PeopleServices) =>
  async (app: FastifyInstance) => {
    const { handle, list, write } = operations(app, db, 'Devices');

    handle('GET', '/me/devices', {
      access: 'signed-in',
      config: { allowsDevices: true },
      operationId: 'listMyDevices',
      summary: 'List my devices',
      description: "The caller's active devices, most recently seen first.",
      returns: Devices,
      run: async ({ actor }) => ({ devices: await listOwnDevices(db, actor) }),
    });

    handle('POST', '/me/devices', {
      access: 'signed-in',
      operationId: 'addDevice',
      summary: 'Register this browser as a device',
      description: `Requires a browser session (403 for an access token). Sets the cookie \`ronda-device\`, which stays valid for 30 days without contact and for at most 180 days, and only for requests with \`X-Requested-With: ronda-device\`. If this browser was registered as a different device, that device is signed out. If \`id\` is the ID of one of the caller's devices, that device is signed in again. Returns 409 if the ID belongs to another user's device, if the caller already has ${MAX_DEVICES} devices, and, with the type \`urn:ronda:device-erasure-requested\`, if this browser must first erase its data.`,
      body: NewDevice,
      creates: true,
      returns: Device,
      run: async ({ request, reply, auditedActor, body }) => {
        const deviceId = body.id?.toLowerCase() ?? randomUUID();
        const registration = { deviceId, input: body, replacedToken: readDeviceCookie(request) };
        const { deviceToken, device } = await inTransaction(db, async (trx) => ({
          deviceToken: await addDevice(trx, auditedActor, registration),
          device: (await findOwnDevice(trx, auditedActor, deviceId))!,
        }));
        actors.clear();
        setDeviceCookie(reply, deviceToken);
        return device;
      },
    });

    handle('DELETE', '/me/devices/:id', {
      access: 'signed-in',
      config: { allowsDevices: true },
      operationId: 'endMyDevice',
      summary: 'Sign out of a device',
      description: '`current` is the device that sends the request.',
      params: DeviceParameter,
      run: async ({ reply, auditedActor, params }) => {
        const id = params.id === 'current' ? auditedActor.deviceId : params.id;
        if (id === null || !isUuid(id)) throw ownDeviceNotFound(params.id);
        await inTransaction(db, (trx) => signOutDevice(trx, auditedActor, id));
        actors.clear();
        if (id.toLowerCase() === auditedActor.deviceId) clearDeviceCookie(reply);
      },
    });

    handle('PUT', '/me/devices/current/report', {
      access: 'signed-in',
      config: { allowsDevices: true },
      operationId: 'reportUnsent',
      summary: 'Report the unsent data of this device',
      description: 'For devices only (403 for other callers).',
      body: DeviceReport,
      run: ({ actor, body }) => recordUnsentData(db, actor, body),
    });

    handle('POST', '/me/devices/current/erased', {
      // A device that has to erase its data cannot be authenticated.
      access: 'anonymous',
      operationId: 'confirmErasure',
      summary: 'Confirm that this device has erased its data',
      description:
        "Call this after a problem of the type `urn:ronda:device-erasure-requested`, with that device's cookie and with `X-Requested-With: ronda-device`. You can safely repeat the request. For other callers, it changes nothing.",
      run: async ({ request, reply }) => {
        rejectCrossSiteRequest(request, publicUrl);
        const deviceToken = isFromDevice(request) ? readDeviceCookie(request) : undefined;
        const isErased = await inTransaction(db, (trx) =>
          confirmErasure(trx, deviceToken, readOrigin(request)),
        );
        if (isErased) clearDeviceCookie(reply);
      },
    });

    list('/devices', {
      access: ['Tasks.Manage', 'Users.Manage'],
      operationId: 'listDevices',
      summary: 'List devices',
      description:
        'Users with `Users.Manage` see all devices; planners (`Tasks.Manage`) see the devices of people in the teams they plan for. Shows when each device last made contact and how much unsent data it reported.',
      query: DeviceQuery,
      returns: DevicePage,
      rows: 'devices',
      keyOf: ({ id, user }) => formatNameKey(id, user.userName),
      run: ({ actor, query }, page) => listDevices(db, actor, query, page),
    });

    write('DELETE', '/devices/:id', {
      access: 'Users.Manage',
      operationId: 'revokeDevice',
      summary: 'Revoke a device',
      description:
        'Takes effect the next time the device connects. Its data stays on the device, locked, unless `erase` is true. Without `erase`, a pending erasure is cancelled.',
      params: IdParameter,
      query: DeviceRemovalQuery,
      run: (trx, { auditedActor, params, query }) => {
        if (!isUuid(params.id)) throw deviceNotFound(params.id);
        return revokeDevice(trx, auditedActor, { deviceId: params.id, shouldErase: query.erase === 'true' });
      },
      afterCommit: () => actors.clear(),
    });
  };
