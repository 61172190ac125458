"""Larger than memory: tables read shard by shard, scored, and written as folders of shards; resumed after a kill."""
