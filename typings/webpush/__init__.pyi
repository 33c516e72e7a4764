from collections.abc import Mapping
from typing import Any

class WebPushSubscription:
    @classmethod
    def model_validate(cls, obj: Any) -> WebPushSubscription: ...

class WebPushMessage:
    encrypted: bytes
    headers: Mapping[str, str]

class WebPush:
    def __init__(
        self,
        private_key: bytes,
        public_key: bytes,
        subscriber: str | None = None,
        ttl: int = 0,
        expiration: int = 43200,
    ) -> None: ...
    def get(self, message: bytes, subscription: WebPushSubscription) -> WebPushMessage: ...
