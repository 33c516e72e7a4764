"""Passkeys (WebAuthn): sign up and in without a password, by the fingerprint, face or PIN that unlocks a device.

`ceremonies.Passkeys` does it all by the library py_webauthn; the calls are in `api`.
"""
