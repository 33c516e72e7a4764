"""Notices: what people are told who are not at the table, by mail, browser push and other services.

`writing` says what happened, in the transaction in which it happens; `outbox` groups that and keeps what is on its
way; `sender.Sender` sends it; `desk.NoticeDesk` is what people ask and set. `docs/decisions/0012-notices.md` says why.
"""
